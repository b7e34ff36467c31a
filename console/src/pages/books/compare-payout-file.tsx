import { Alert, Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { type PayoutParty, payoutParties } from '../../../../src/domain/books/payout-line.ts';
import type { PayoutFileResult } from '../../../../src/operator/wire/books.ts';
import { ActButton, actTexts } from '../../kit/act-modal.tsx';
import { ActResult } from '../../kit/act-result.tsx';
import { fetchAnswer, withQuery } from '../../kit/api.ts';
import { DataTable } from '../../kit/data-table.tsx';
import { Faults } from '../../kit/faults.tsx';
import type { Form } from '../../kit/form.ts';
import { DateInput, PickFile } from '../../kit/inputs.tsx';
import { useWords } from '../../words/words.tsx';
import { useDifferenceColumns } from './difference-columns.tsx';
import { guessColumns, readTitles } from './read-titles.ts';

const nothing = {
  file: null as File | null,
  party: 'processor' as PayoutParty,
  from: '',
  to: '',
  reference: '',
  amount: '',
  kind: '',
  refundWord: '',
};
type Values = typeof nothing;

async function send({ file, ...asked }: Values, dryRun: boolean): Promise<PayoutFileResult> {
  const query = { ...asked, fileName: file!.name, ...(dryRun && { dryRun }) };
  const response = await fetchAnswer(withQuery('/api/books/settlements', query), {
    method: 'POST',
    body: file,
    headers: { 'content-type': 'text/csv' },
  });
  return (await response.json()) as PayoutFileResult;
}

const isWhole = ({ file, from, to, reference, amount }: Values): boolean =>
  file !== null && [from, to, reference, amount].every((value) => value !== '');

/** Uploads a payout file: its own columns are chosen from, and what it would come to can be seen first. */
export function ComparePayoutFile() {
  const words = useWords().books.compare;
  return (
    <ActButton
      {...actTexts(words, 'act')}
      look="add"
      size="xl"
      reason="none"
      initial={nothing}
      mayConfirm={isWhole}
      send={(_reason, values) => send(values, false)}
      result={(answer, close) => <Compared answer={answer} onClose={close} />}
    >
      {(form) => <FileFields form={form} />}
    </ActButton>
  );
}

function useSummary() {
  const { books, format } = useWords();
  const words = books.compare;
  return ({ lines, matched, disputes, missing, different, unknown }: PayoutFileResult) => {
    const differs = missing + different + unknown > 0;
    const counts = { lines, matched, disputes, missing, different, unknown };
    const entries = Object.entries(counts).map(([name, count]) => [name, format.number(count)] as const);
    const written = Object.fromEntries(entries) as Record<keyof typeof counts, string>;
    return {
      differs,
      title: differs ? words.differs : words.whole,
      text: [words.counts(written), ...(disputes > 0 ? [words.disputes(written)] : [])].join(' '),
    };
  };
}

function Compared({ answer, onClose }: { readonly answer: PayoutFileResult; readonly onClose: () => void }) {
  const words = useWords().books.compare;
  const { differs, title, text } = useSummary()(answer);
  return (
    <ActResult title={title} text={text} isWarning={differs} onClose={onClose}>
      {differs && <Link to={`/books/settlements/${answer.fileId}`}>{words.show}</Link>}
    </ActResult>
  );
}

function FileFields({ form: { values, set, text, control } }: { readonly form: Form<Values> }) {
  const { books } = useWords();
  const words = books.compare;
  const [titles, setTitles] = useState<readonly string[]>([]);
  const take = async (file: File | null): Promise<void> => {
    set({ file });
    const found = file === null ? [] : await readTitles(file);
    setTitles(found);
    set(guessColumns(found));
  };
  const column = (name: 'reference' | 'amount' | 'kind', label: string, description?: string) => (
    <NativeSelect
      label={label}
      {...(description ? { description } : { withAsterisk: true })}
      disabled={titles.length === 0}
      data={[{ value: '', label: words.noColumn }, ...titles]}
      value={values[name]}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <>
      <Group grow align="flex-start">
        <PickFile
          label={words.file}
          accept=".csv,text/csv"
          withAsterisk
          value={values.file}
          onChange={(file) => void take(file)}
        />
        <NativeSelect
          label={books.payoutFiles.party}
          data={payoutParties.map((value) => ({ value, label: books.parties[value] }))}
          value={values.party}
          onChange={(event) => set({ party: event.currentTarget.value as PayoutParty })}
        />
      </Group>
      <Group grow>
        <DateInput withAsterisk label={words.from} {...control('from')} />
        <DateInput withAsterisk label={words.to} {...control('to')} />
      </Group>
      <Group grow align="flex-start">
        {column('reference', words.reference)}
        {column('amount', words.amount)}
      </Group>
      <Group grow align="flex-start">
        {column('kind', words.kind, words.kindHint)}
        <TextInput label={words.refundWord} description={words.refundHint} maxLength={100} {...text('refundWord')} />
      </Group>
      <DryRun key={JSON.stringify({ ...values, file: values.file?.name })} values={values} />
    </>
  );
}

/** What it would come to, until something is changed. */
function DryRun({ values }: { readonly values: Values }) {
  const { compare: words, differences } = useWords().books;
  const run = useMutation({ mutationFn: () => send(values, true) });
  const columns = useDifferenceColumns();
  const summaryOf = useSummary();
  const summary = run.data && summaryOf(run.data);
  return (
    <Stack gap="sm" __vars={{ '--edge': '0px' }}>
      <Button
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        size="xs"
        disabled={!isWhole(values)}
        loading={run.isPending}
        onClick={() => run.mutate()}
      >
        {words.tryIt}
      </Button>
      <Faults error={run.error} />
      {summary && (
        <Alert color={summary.differs ? 'ember' : 'teal'} title={`${words.tried} ${summary.title}`} role="status">
          {summary.text}
        </Alert>
      )}
      {run.data && run.data.differences.length > 0 && (
        <DataTable caption={differences.caption} rows={run.data.differences} columns={columns} />
      )}
    </Stack>
  );
}
