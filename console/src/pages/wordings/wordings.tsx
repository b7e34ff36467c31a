import { Group, MultiSelect, TagsInput, TextInput } from '@mantine/core';
import { type Province, provinces } from '../../../../src/domain/province.ts';
import type { NewWording, WordingRow } from '../../../../src/operator/wire/wordings.ts';
import { ActButton, actTexts } from '../../kit/act-modal.tsx';
import { api } from '../../kit/api.ts';
import { base64Of, DateInput, PickFile, PickFrom } from '../../kit/inputs.tsx';
import { ListPage } from '../../kit/list.tsx';
import { useMay } from '../../kit/session.tsx';
import { useWords } from '../../words/words.tsx';
import { WordingLink } from './wording-link.tsx';

export function Wordings() {
  const { tariff, labels, format, column } = useWords();
  const words = tariff.wordings;
  return (
    <ListPage<WordingRow>
      path="/api/wordings"
      words={words}
      actions={useMay('admin') && <LoadWording />}
      columns={[
        column.name(words.form, ({ form }) => form),
        column.text(tariff.books.version, ({ version }) => version),
        column.text(words.language, ({ language }) => words.languages[language]),
        column.text(words.products, ({ products }) => products?.join(', ') ?? words.allProducts),
        column.text(words.provinces, ({ provinces }) => provinces?.join(', ') ?? words.allProvinces),
        column.date(words.from, ({ from }) => from),
        column.number(labels.size, ({ size }) => format.bytes(size)),
      ]}
      rowActions={(row) => <WordingLink id={row.id} name={`${row.form} ${row.version} ${row.language}`} />}
    />
  );
}

function LoadWording() {
  const { tariff, onboard, format } = useWords();
  const words = tariff.wordings;
  return (
    <ActButton
      {...actTexts(words, 'add')}
      look="add"
      size="lg"
      reason="optional"
      initial={{
        pdf: null as File | null,
        form: '',
        version: '',
        language: 'en' as NewWording['language'],
        from: format.today(),
        products: [] as string[],
        provinces: [] as Province[],
      }}
      required={['pdf', 'form', 'version', 'from']}
      send={async (reason, { pdf, ...given }) =>
        api.post('/api/wordings', { ...given, pdf: await base64Of(pdf!), reason } satisfies NewWording)
      }
    >
      {({ text, control }) => (
        <>
          <PickFile label={words.file} accept=".pdf,application/pdf" {...control('pdf')} />
          <Group grow align="start">
            <TextInput maxLength={60} {...text('form', words)} />
            <TextInput label={tariff.books.version} description={words.formHint} maxLength={60} {...text('version')} />
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
