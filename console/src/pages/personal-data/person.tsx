import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ErasedPerson, FoundPerson } from '../../../../src/operator/wire/personal-data.ts';
import { ActButton, actTexts } from '../../kit/act-modal.tsx';
import { api } from '../../kit/api.ts';
import { type Column, DataTable } from '../../kit/data-table.tsx';
import { Faults } from '../../kit/faults.tsx';
import { FullWidth, Panel } from '../../kit/page.tsx';
import { saveFile } from '../../kit/save-file.ts';
import { useWords } from '../../words/words.tsx';

/** A sale, or a sale link by which nothing was quoted, which has no vehicle yet. */
type Sale = FoundPerson['sales'][number] & { readonly isLink?: true };
type Outcome = Pick<Sale, 'applicationId' | 'policyNumber' | 'scope' | 'why' | 'until'>;

/** Finds a person's sales; those that are chosen are exported or erased. */
export function Person() {
  const { personalData } = useWords();
  const words = personalData.person;
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const search = useMutation({
    mutationFn: () => api.post<FoundPerson>('/api/people/search', { search: typed }),
    onSuccess: (found) => setChosen(rowsOf(found).map(({ applicationId }) => applicationId)),
  });
  const toggle = (id: string): void =>
    setChosen((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]));
  return (
    <Panel title={words.title}>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          {words.lead}
        </Text>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            search.mutate();
          }}
        >
          <Group align="flex-end" gap="sm">
            <TextInput
              label={words.search}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              maxLength={254}
              autoComplete="off"
              flex={1}
              miw={220}
              maw={440}
            />
            <Button type="submit" loading={search.isPending} disabled={typed.trim() === ''}>
              {words.find}
            </Button>
          </Group>
        </form>
        <Faults error={search.error} />
        {search.data !== undefined && (
          <Sales sales={rowsOf(search.data)} chosen={chosen} toggle={toggle} onErased={() => search.mutate()} />
        )}
      </Stack>
    </Panel>
  );
}

function rowsOf({ sales, links }: FoundPerson): readonly Sale[] {
  const ofLinks = links.map(({ linkId, name, ...link }) => ({
    ...link,
    ...ofLink(linkId),
    applicantName: name,
    vehicle: '',
    isErased: false,
    isUnderWay: false,
    coverEndsOn: null,
    isLink: true as const,
  }));
  return [...sales, ...ofLinks];
}

interface SalesProps {
  readonly sales: readonly Sale[];
  readonly chosen: readonly string[];
  readonly toggle: (applicationId: string) => void;
  readonly onErased: () => void;
}

function Sales({ sales, chosen, toggle, onErased }: SalesProps) {
  const { personalData, labels, kit, format, column } = useWords();
  const words = personalData.person;
  const scope = useScopeColumn<Sale>();
  if (sales.length === 0) return <Text role="status">{words.nothing}</Text>;
  const columns: readonly Column<Sale>[] = [
    column.bare(words.choose(''), ({ applicationId, applicantName }) => (
      <Checkbox
        aria-label={words.choose(applicantName)}
        checked={chosen.includes(applicationId)}
        onChange={() => toggle(applicationId)}
      />
    )),
    column.name(labels.applicant, (row) =>
      row.isLink ? (
        `${row.applicantName} (${words.link})`
      ) : (
        <Link to={`/sales/${row.applicationId}`}>{row.applicantName}</Link>
      ),
    ),
    column.text(labels.policy, (row) => row.policyNumber ?? kit.none),
    column.text(words.reach, (row) => [row.emailAddress, row.phoneNumber].filter(Boolean).join(', ')),
    column.text(labels.vehicle, (row) => (row.isLink ? kit.none : format.vehicle(row.vehicle))),
    scope,
  ];
  return (
    <>
      {chosen.length > 0 && <PersonActs sales={sales} chosen={chosen} onErased={onErased} />}
      <FullWidth>
        <DataTable caption={words.caption} rows={sales} columns={columns} />
      </FullWidth>
    </>
  );
}

function PersonActs({ sales, chosen, onErased }: Omit<SalesProps, 'toggle'>) {
  const { personalData } = useWords();
  const words = personalData.person;
  const links = sales.filter(({ isLink }) => isLink).map(({ applicationId }) => applicationId as string);
  const order = (reason: string) => ({
    applicationIds: chosen.filter((id) => !links.includes(id)),
    linkIds: chosen.filter((id) => links.includes(id)),
    reason,
  });
  // Nothing of the others may be erased: their rows say why.
  const mayErase = sales.some(({ applicationId, scope }) => chosen.includes(applicationId) && scope !== 'nothing');
  return (
    <Group justify="flex-end" gap="sm">
      <Text size="sm" c="dimmed">
        {words.chosen(chosen.length)}
      </Text>
      <ActButton
        {...actTexts(words, 'export')}
        look="page"
        send={(reason) => saveFile('/api/people/export', 'personal-data.json', order(reason))}
      />
      <ActButton<object, ErasedPerson>
        {...actTexts(words, 'erase')}
        button={{ color: 'red.9', disabled: !mayErase }}
        size="lg"
        isDanger
        send={(reason) => api.post<ErasedPerson>('/api/people/erase', order(reason))}
        result={(answer, close) => (
          <Outcomes
            sales={[...answer.sales, ...answer.linkIds.map(ofLink)]}
            onClose={() => {
              close();
              onErased();
            }}
          />
        )}
      />
    </Group>
  );
}

function Outcomes({ sales, onClose }: { readonly sales: readonly Outcome[]; readonly onClose: () => void }) {
  const { personalData, labels, column } = useWords();
  const words = personalData.person;
  const scope = useScopeColumn<Outcome>();
  return (
    <Stack>
      <DataTable<Outcome>
        caption={personalData.erasures.title}
        rows={sales}
        columns={[
          column.name(labels.policy, (row) => row.policyNumber ?? row.applicationId),
          { ...scope, header: personalData.erasures.what },
        ]}
      />
      <Group justify="flex-end">
        <Button onClick={onClose}>{words.close}</Button>
      </Group>
    </Stack>
  );
}

const ofLink = (id: string): Outcome => ({
  applicationId: id as Sale['applicationId'],
  policyNumber: null,
  scope: 'person',
  why: null,
  until: null,
});

/** What may go or went, why not all of it, and from when on the rest. */
function useScopeColumn<Row extends Outcome>(): Column<Row> {
  const { personalData, refusals, format, column } = useWords();
  const words = personalData.person;
  return column.text(words.mayErase, ({ scope, why, until }) => (
    <>
      {words.scopes[scope]}
      {why !== null && (
        <Text size="xs" c="dimmed">
          {refusals[why as keyof typeof refusals]} {until !== null && words.restFrom(format.date(until))}
        </Text>
      )}
    </>
  ));
}
