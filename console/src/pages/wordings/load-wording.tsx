import { FileInput, Group, MultiSelect, Select, TagsInput, TextInput } from '@mantine/core';
import { type Province, provinces } from '../../../../src/domain/address/province.ts';
import type { NewWording } from '../../../../src/operator/wire/wordings.ts';
import { ActButton } from '../../kit/act-modal.tsx';
import { api } from '../../kit/api.ts';
import { DateInput } from '../../kit/date-input.tsx';
import { todayHere } from '../../kit/format.ts';
import { addButton, UploadIcon } from '../../kit/icons.tsx';
import { useWords } from '../../words/words.tsx';

interface Values {
  readonly pdf: File | null;
  readonly form: string;
  readonly version: string;
  readonly language: NewWording['language'];
  readonly products: string[];
  readonly provinces: string[];
  readonly from: string;
}

/** Adds a PDF. It is checked by the service. */
export function LoadWording() {
  const { tariff, onboard } = useWords();
  const words = tariff.wordings;
  return (
    <ActButton<Values, unknown>
      label={words.add}
      button={addButton}
      size="lg"
      title={words.add}
      lead={words.addLead}
      confirm={words.add}
      reason="optional"
      initial={{
        ...{ pdf: null, form: '', version: '', language: 'en', products: [], provinces: [] },
        from: todayHere(),
      }}
      mayConfirm={({ pdf, form, version, from }) =>
        pdf !== null && [form, version, from].every((text) => text.trim() !== '')
      }
      done={words.loaded}
      send={async (reason, { pdf, ...given }) => {
        const wanted: NewWording = {
          ...given,
          provinces: given.provinces as Province[],
          pdf: await base64Of(pdf!),
          reason,
        };
        return api.post('/api/wordings', wanted);
      }}
    >
      {({ set, text, control }) => (
        <>
          <FileInput
            label={words.file}
            placeholder={tariff.load.filePick}
            leftSection={<UploadIcon size={16} />}
            accept=".pdf,application/pdf"
            withAsterisk
            {...control('pdf')}
          />
          <Group grow align="start">
            <TextInput label={words.form} description={words.formHint} withAsterisk maxLength={60} {...text('form')} />
            <TextInput
              label={tariff.books.version}
              description={words.versionHint}
              withAsterisk
              maxLength={60}
              {...text('version')}
            />
          </Group>
          <Group grow align="start">
            <Select
              label={words.language}
              allowDeselect={false}
              data={(['en', 'fr'] as const).map((value) => ({ value, label: words.languages[value] }))}
              {...control('language')}
              onChange={(language) => set({ language: language as Values['language'] })}
            />
            <DateInput isRequired label={words.from} {...control('from')} />
          </Group>
          <TagsInput label={words.products} description={words.productsHint} maxTags={100} {...control('products')} />
          <MultiSelect
            label={words.provinces}
            description={words.provincesHint}
            searchable
            data={provinces.map((value) => ({ value, label: onboard.sellers.provinceNames[value] }))}
            {...control('provinces')}
          />
        </>
      )}
    </ActButton>
  );
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
