import { Button, SegmentedControl } from '@mantine/core';
import { Link } from 'react-router';
import type { Province } from '../../../../src/domain/province.ts';
import type { NewRequirement, WireRequirement } from '../../../../src/operator/wire/licences.ts';
import { ActButton, actTexts } from '../../kit/act-modal.tsx';
import { post } from '../../kit/api.ts';
import { KeepLicence, LicenceList, soonDays } from '../../kit/licences.tsx';
import { ListPanel } from '../../kit/list.tsx';
import { Page, Panel, Toolbar } from '../../kit/page.tsx';
import { useFilter } from '../../kit/search-box.tsx';
import { useMay } from '../../kit/session.tsx';
import { OnOff } from '../../kit/state-badge.tsx';
import { useWords } from '../../words/words.tsx';

/** All licences, or those of the dealer in the address; and where they are needed. */
export function Licences() {
  const { licences: words } = useWords();
  const [withinDays, setWithinDays] = useFilter('withinDays');
  const [dealerId] = useFilter('dealerId');
  const mayAdd = useMay('support') && dealerId !== '';
  return (
    <Page
      title={words.title}
      lead={words.lead}
      actions={mayAdd && <KeepLicence holder={{ kind: 'dealer', id: dealerId, name: dealerId }} />}
    >
      <Panel isFlush {...(dealerId !== '' && { title: words.of(dealerId) })}>
        <Toolbar>
          <SegmentedControl
            aria-label={words.show}
            value={withinDays}
            onChange={setWithinDays}
            data={[
              { value: '', label: words.all },
              { value: String(soonDays), label: words.soon },
            ]}
          />
          {dealerId !== '' && (
            <Button variant="subtle" component={Link} to="/licences">
              {words.ofAll}
            </Button>
          )}
        </Toolbar>
        <LicenceList filters={{ withinDays, dealerId }} />
      </Panel>
      {dealerId === '' && <Requirements />}
    </Page>
  );
}

function Requirements() {
  const { licences, onboard, column } = useWords();
  const words = licences.requirements;
  return (
    <ListPanel<WireRequirement>
      path="/api/licence-requirements"
      words={words}
      aside={useMay('admin') && <ChangeRequirement />}
      columns={[
        column.name(onboard.sellers.province, (row) => onboard.sellers.provinceNames[row.province]),
        column.date(words.fromDay, (row) => row.fromDay),
        column.text(words.licence, ({ isNeeded }) => <OnOff isOn={isNeeded} on={words.needed} off={words.notNeeded} />),
      ]}
    />
  );
}

function ChangeRequirement() {
  const { licences, format } = useWords();
  const words = licences.requirements;
  return (
    <ActButton
      {...actTexts(words, 'add')}
      look="panel"
      initial={{ province: null as Province | null, fromDay: format.today(), isNeeded: true }}
      required={['province', 'fromDay']}
      to={post<NewRequirement>('/api/licence-requirements')}
      texts={{ ...words, isNeeded: words.needed }}
      fields={{ province: 'province', isNeeded: 'switch', fromDay: 'date' }}
    />
  );
}
