import { FileInput, Group, MultiSelect, TagsInput, TextInput } from '@mantine/core';
import { type Province, provinces } from '../../../../src/domain/address/province.ts';
import type { NewWording } from '../../../../src/operator/wire/wordings.ts';
import { ActButton, actTexts } from '../../kit/act-modal.tsx';
import { api } from '../../kit/api.ts';
import { base64Of } from '../../kit/base64.ts';
import { DateInput } from '../../kit/date-input.tsx';
import { todayHere } from '../../kit/format.ts';
import { UploadIcon } from '../../kit/icons.tsx';
import { PickFrom } from '../../kit/pick-from.tsx';
import { useWords } from '../../words/words.tsx';

/** Adds a PDF. It is checked by the service. */
export function LoadWording() {
  const { tariff, onboard } = useWords();
  const words = tariff.wordings;
  return (
    <ActButton
      {...actTexts(words, 'add')}
      look="add"
      size="lg"
      reason="optional"
      initial={{
        pdf: null as File | null,
        ...{ form: '', version: '', language: 'en' as NewWording['language'], from: todayHere() },
        ...{ products: [] as string[], provinces: [] as Province[] },
      }}
      required={['pdf', 'form', 'version', 'from']}
      send={async (reason, { pdf, ...given }) =>
        api.post('/api/wordings', { ...given, pdf: await base64Of(pdf!), reason } satisfies NewWording)
      }
    >
      {({ text, control }) => (
        <>
          <FileInput
            label={words.file}
            placeholder={tariff.load.filePick}
            leftSection={<UploadIcon size={16} />}
            accept=".pdf,application/pdf"
            {...control('pdf')}
          />
          <Group grow align="start">
            <TextInput maxLength={60} {...text('form', words)} />
            <TextInput
              label={tariff.books.version}
              description={words.versionHint}
              maxLength={60}
              {...text('version')}
            />
          </Group>
          <Group grow align="start">
            <PickFrom names={words.languages} {...control('language', words)} />
            <DateInput {...control('from', words)} />
          </Group>
          <TagsInput maxTags={100} {...control('products', words)} />
          <MultiSelect
            searchable
            data={provinces.map((value) => ({ value, label: onboard.sellers.provinceNames[value] }))}
            {...control('provinces', words)}
          />
        </>
      )}
    </ActButton>
  );
}
