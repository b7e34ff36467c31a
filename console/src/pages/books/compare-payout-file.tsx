import { FileInput, Group, Select, TextInput } from '@mantine/core';
import type { PayoutFileQuery, PayoutFileResult } from '../../../../src/operator/wire/books.ts';
import { ActButton } from '../../kit/act-modal.tsx';
import { ActResult } from '../../kit/act-result.tsx';
import { fetchAnswer, withQuery } from '../../kit/api.ts';
import { DateInput } from '../../kit/date-input.tsx';
import { UploadIcon } from '../../kit/icons.tsx';
import { useWords } from '../../words/words.tsx';

const nothing = {
  file: null as File | null,
  party: 'processor',
  from: '',
  to: '',
  reference: '',
  amount: '',
  kind: '',
  refundWord: '',
};

/** Uploads a payout file with the names of its columns. */
export function ComparePayoutFile() {
  const { books, format } = useWords();
  const words = books.compare;
  return (
    <ActButton
      label={words.act}
      look="add"
      size="lg"
      title={words.act}
      lead={words.lead}
      confirm={words.confirm}
      reason="none"
      initial={nothing}
      mayConfirm={({ file, from, to, reference, amount }) =>
        file !== null && [from, to, reference.trim(), amount.trim()].every((value) => value !== '')
      }
      done={words.done}
      send={async (_reason, { file, party, ...asked }): Promise<PayoutFileResult> => {
        const query = { ...asked, party: party as PayoutFileQuery['party'], fileName: file!.name };
        const response = await fetchAnswer(withQuery('/api/books/settlements', query), {
          method: 'POST',
          body: file,
          headers: { 'content-type': 'text/csv' },
        });
        return (await response.json()) as PayoutFileResult;
      }}
      result={({ lines, matched, missing, different, unknown }, close) => {
        const isWhole = missing + different + unknown === 0;
        return (
          <ActResult
            title={isWhole ? words.whole : words.differs}
            text={words.counts({
              lines: format.number(lines),
              matched: format.number(matched),
              missing: format.number(missing),
              different: format.number(different),
              unknown: format.number(unknown),
            })}
            isWarning={!isWhole}
            onClose={close}
          />
        );
      }}
    >
      {({ values, set, text, control }) => (
        <>
          <FileInput
            label={words.file}
            placeholder={words.filePick}
            leftSection={<UploadIcon size={16} />}
            accept=".csv,text/csv"
            withAsterisk
            value={values.file}
            onChange={(file) => set({ file })}
          />
          <Select
            label={books.payoutFiles.party}
            allowDeselect={false}
            data={[
              { value: 'processor', label: books.parties.processor },
              { value: 'lender', label: books.parties.lender },
            ]}
            value={values.party}
            onChange={(party) => set({ party: party ?? 'processor' })}
          />
          <Group grow>
            <DateInput withAsterisk label={words.from} {...control('from')} />
            <DateInput withAsterisk label={words.to} {...control('to')} />
          </Group>
          <Group grow align="flex-start">
            <TextInput label={words.reference} withAsterisk maxLength={100} {...text('reference')} />
            <TextInput label={words.amount} withAsterisk maxLength={100} {...text('amount')} />
          </Group>
          <Group grow align="flex-start">
            <TextInput label={words.kind} description={words.kindHint} maxLength={100} {...text('kind')} />
            <TextInput
              label={words.refundWord}
              description={words.refundHint}
              maxLength={100}
              {...text('refundWord')}
            />
          </Group>
        </>
      )}
    </ActButton>
  );
}
