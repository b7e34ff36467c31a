import type { WordingRow } from '../../../../src/operator/wire/wordings.ts';
import { ListPage } from '../../kit/list.tsx';
import { useMay } from '../../kit/session.tsx';
import { useWords } from '../../words/words.tsx';
import { LoadWording } from './load-wording.tsx';
import { WordingLink } from './wording-link.tsx';

/** The full texts of the forms that policies are sold on. */
export function Wordings() {
  const { tariff, labels, kit, format, column } = useWords();
  const words = tariff.wordings;
  return (
    <ListPage<WordingRow>
      path="/api/wordings"
      words={words}
      actions={useMay('admin') && <LoadWording />}
      keyOf={({ id }) => id}
      columns={[
        { header: words.form, isName: true, cell: ({ form }) => form },
        { header: tariff.books.version, cell: ({ version }) => version },
        { header: words.language, cell: ({ language }) => words.languages[language] },
        { header: words.products, cell: ({ products }) => products?.join(', ') ?? words.allProducts },
        { header: words.provinces, cell: ({ provinces }) => provinces?.join(', ') ?? words.allProvinces },
        column.date(words.from, ({ from }) => from),
        { header: labels.size, isNumber: true, cell: ({ size }) => format.bytes(size) },
        {
          header: kit.actions,
          isBare: true,
          cell: (row) => <WordingLink id={row.id} name={`${row.form} ${row.version} ${row.language}`} />,
        },
      ]}
    />
  );
}
