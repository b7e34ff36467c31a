import { Link } from 'react-router';
import type { Dashboard } from '../../../../src/operator/wire/look.ts';
import { DataTable } from '../../kit/data-table.tsx';
import { useFormat } from '../../kit/format.ts';
import { Panel } from '../../kit/page.tsx';
import { useWords } from '../../words/words.tsx';
import classes from './today.module.css';

export function SellerTable({ answer }: { readonly answer: Dashboard }) {
  const { today: words, sales, kit } = useWords();
  const format = useFormat();
  return (
    <Panel title={words.sellers} isFlush className={classes.whole}>
      <DataTable
        caption={words.sellers}
        rows={answer.sellers}
        keyOf={({ seller }) => seller.id}
        columns={[
          {
            header: sales.seller,
            isName: true,
            cell: ({ seller }) => <Link to={`/sellers/${seller.id}`}>{seller.name}</Link>,
          },
          { header: words.quotes, isNumber: true, cell: ({ quotes }) => format.number(quotes) },
          { header: words.binds, isNumber: true, cell: ({ binds }) => format.number(binds) },
          {
            header: words.conversion,
            isNumber: true,
            cell: ({ conversion }) => (conversion === null ? kit.none : format.percent(conversion)),
          },
          { header: words.premium, isNumber: true, cell: ({ premiumCents }) => format.money(premiumCents) },
          { header: words.total, isNumber: true, cell: ({ totalCents }) => format.money(totalCents) },
        ]}
      />
    </Panel>
  );
}
