import { Link } from 'react-router';
import type { PolicyRow } from '../../../../src/operator/wire/sales.ts';
import { Below } from '../../kit/data-table.tsx';
import { List } from '../../kit/list.tsx';
import { Page, Panel, Toolbar } from '../../kit/page.tsx';
import { MoneyState, PolicyState } from '../../kit/sale-states.tsx';
import { SearchBox, useFilter } from '../../kit/search-box.tsx';
import { useWords } from '../../words/words.tsx';

export function DeskPolicies() {
  const { desk, shell, sales, labels, format, column } = useWords();
  const words = desk.policies;
  const [search] = useFilter('search');
  return (
    <Page title={shell.pages.deskPolicies} lead={words.lead}>
      <Panel isFlush>
        <Toolbar>
          <SearchBox label={sales.search} placeholder={desk.search} />
        </Toolbar>
        <List<PolicyRow>
          path="/api/desk/policies"
          filters={{ ...(search.length >= 2 && { search }) }}
          words={words}
          keyOf={({ policyNumber }) => policyNumber}
          columns={[
            column.name(labels.customer, ({ applicantName, policyNumber }) => (
              <Link to={`/policies/${policyNumber}`}>{applicantName}</Link>
            )),
            column.code(labels.policy, (row) => row.policyNumber),
            column.text(labels.vehicle, ({ vehicle, vin }) => (
              <>
                {format.vehicle(vehicle)}
                <Below>
                  <code>{vin}</code>
                </Below>
              </>
            )),
            column.text(labels.state, (row) => (
              <>
                <PolicyState {...row} /> <MoneyState status={row.moneyStatus} />
              </>
            )),
            column.date(labels.effective, (row) => row.effectiveDate),
            column.money(labels.total, (row) => row.totalCents),
            column.time(labels.bound, (row) => row.boundAt),
          ]}
        />
      </Panel>
    </Page>
  );
}
