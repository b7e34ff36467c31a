import type { Command } from 'commander';
import { isOperatorRefusal, operatorRefusals } from '../../domain/operator/refusal.ts';
import { type TrailVerdict, verifyTrail } from '../../flows/audit/verify-audit.ts';
import { tellTrail } from '../../flows/doctor.ts';
import {
  countedMax,
  previewRetention,
  type RetentionCounts,
  type RetentionPreview,
  runRetention,
} from '../../flows/personal-data/apply-retention.ts';
import { erasePerson } from '../../flows/personal-data/erase-person.ts';
import { exportPerson } from '../../flows/personal-data/export-person.ts';
import { type FoundSale, findPerson } from '../../flows/personal-data/find-person.ts';
import { trailNames } from '../../store/audit-chain.ts';
import { type ErasedSale, type ErasureRow, listErasures } from '../../store/erasure.ts';
import {
  type CommandAnswer,
  type CommandLine,
  type CommandParts,
  commandAction,
  commandGroup,
  exitCodes,
  type Prompts,
  type ReasonOption,
  withConfirmation,
  withReason,
} from './command-kit.ts';
import { fillFile } from './list-commands.ts';
import { type Column, facts, table } from './table.ts';

/** `northbind person …`, `retention …` and `audit verify`: personal data, how long it is kept, and the proof. */
export function personalDataCommands(program: Command, parts: CommandParts): void {
  const person = commandGroup(program, 'person', 'what is kept about a person: find, export, erase');
  person
    .command('find <key>')
    .description('sales by a whole e-mail address, telephone number or policy number, and what of them may be erased')
    .action(commandAction(parts, (line, _options, key = '') => showPerson(line, key)));
  withReason(person.command('export <key>'), true)
    .description('everything that is kept about these sales, as JSON; it is recorded in the audit log')
    .option('--out <file>', 'into this new file, which only you can read, instead of the standard output')
    .action(commandAction<ExportOptions>(parts, (line, options, key = '') => writePerson(line, options, key)));
  withConfirmation(withReason(person.command('erase <key>'), true))
    .description('erases the person from these sales, as far as cover and books let it go; it can not be undone')
    .action(commandAction<ReasonOption>(parts, (line, { reason }, key = '') => eraseFound(line, reason, key)));

  const retention = commandGroup(program, 'retention', 'how long personal data is kept');
  retention
    .command('preview')
    .description('what is kept for how long, and what a run would erase now; changes nothing')
    .action(commandAction(parts, showRetention));
  withConfirmation(withReason(retention.command('run'), true))
    .description('erases what is over its time now; the service does so each night')
    .action(commandAction<ReasonOption>(parts, (line, { reason }) => runNow(line, reason)));
  retention
    .command('report')
    .description('the last 50 erasures: when, by whom, what')
    .action(commandAction(parts, showErasures));

  commandGroup(program, 'audit', 'the record of what happened')
    .command('verify')
    .description('verifies every row of the audit and of the acts by their hash chain, and names the first broken one')
    .action(commandAction(parts, verifyAll));
}

interface ExportOptions extends ReasonOption {
  readonly out?: string;
}

async function showPerson(line: CommandLine, key: string): Promise<CommandAnswer> {
  const found = await findPerson(line, line.actor, key);
  if (isOperatorRefusal(found)) return found;
  return { json: { sales: found }, text: table(found, saleColumns, 'Nothing is kept under it.') };
}

async function writePerson(line: CommandLine, { out, reason }: ExportOptions, key: string): Promise<CommandAnswer> {
  const found = await findPerson(line, line.actor, key);
  if (isOperatorRefusal(found)) return found;
  const begin = () => exportPerson(line, line.actor, { applicationIds: idsOf(found), reason });
  if (out !== undefined)
    return (await fillFile(out, begin)) ?? { json: { file: out }, text: `What is kept is in ${out}.` };
  const lines = await begin();
  return isOperatorRefusal(lines) ? lines : { lines };
}

async function eraseFound(line: CommandLine & Prompts, reason: string, key: string): Promise<CommandAnswer> {
  const found = await findPerson(line, line.actor, key);
  if (isOperatorRefusal(found)) return found;
  const names = [...new Set(found.map(({ applicantName }) => applicantName))].join(', ');
  await line.confirm(`Erase ${names} from ${found.length} sales for good?`);
  const erased = await erasePerson(line, line.actor, { applicationIds: idsOf(found), reason });
  if (isOperatorRefusal(erased)) return erased;
  return { json: erased, text: table(erased.sales, erasedColumns) };
}

function idsOf(sales: readonly FoundSale[]) {
  return sales.map(({ applicationId }) => applicationId);
}

async function showRetention(line: CommandLine): Promise<CommandAnswer> {
  const rows = await previewRetention(line);
  return { json: { rows }, text: table(rows, retentionColumns) };
}

async function runNow(line: CommandLine & Prompts, reason: string): Promise<CommandAnswer> {
  await line.confirm('Erase what is over its time for good?');
  const done = await runRetention(line, line.actor, reason);
  if (isOperatorRefusal(done)) return done;
  return { json: done, text: facts(done.counts as Required<RetentionCounts>) };
}

async function showErasures({ database }: CommandLine): Promise<CommandAnswer> {
  const rows = await listErasures(database, { cursor: null, limit: 50 });
  return { json: { rows }, text: table(rows, erasureColumns, 'Nothing was erased yet.') };
}

async function verifyAll({ database }: CommandLine): Promise<CommandAnswer> {
  const verdicts: TrailVerdict[] = [];
  for (const trail of trailNames) verdicts.push(await verifyTrail(database, trail));
  const isWell = verdicts.every(({ broken }) => broken === null);
  return {
    json: { isWell, trails: verdicts },
    text: table(verdicts, verdictColumns),
    exitCode: isWell ? exitCodes.ok : exitCodes.fault,
  };
}

const verdictColumns: readonly Column<TrailVerdict>[] = [
  { title: '', of: ({ broken }) => (broken === null ? 'ok' : '!!') },
  { title: 'chain', of: ({ trail }) => trail },
  { title: 'finding', of: (verdict) => tellTrail(verdict).finding },
  { title: 'last link', of: ({ head }) => head && `${head.place} ${head.hash}` },
];

const scopes: Readonly<Record<ErasedSale['scope'], string>> = {
  person: 'all that names the person',
  contact: 'how to reach the person',
  nothing: 'nothing',
};

const saleColumns: readonly Column<FoundSale>[] = [
  { title: 'application', of: (row) => row.applicationId },
  { title: 'policy', of: (row) => row.policyNumber },
  { title: 'applicant', of: (row) => row.applicantName },
  { title: 'e-mail', of: (row) => row.emailAddress },
  { title: 'phone', of: (row) => row.phoneNumber },
  { title: 'vehicle', of: (row) => row.vehicle },
  { title: 'may be erased', of: ({ verdict }) => scopes[verdict.scope] },
  { title: 'the rest from', of: ({ verdict }) => ('until' in verdict ? (verdict.until ?? null) : null) },
];

const erasedColumns: readonly Column<ErasedSale>[] = [
  { title: 'sale', of: (row) => row.policyNumber ?? row.applicationId },
  { title: 'erased', of: (row) => scopes[row.scope] },
  { title: 'the rest from', of: (row) => row.until },
  { title: 'why', of: ({ why }) => why && operatorRefusals[why as keyof typeof operatorRefusals] },
];

const retentionColumns: readonly Column<RetentionPreview>[] = [
  { title: 'what', of: ({ kind }) => kind },
  { title: 'kept for', of: ({ count, unit }) => (count === 0 ? 'good' : `${count} ${unit}`) },
  { title: 'before', of: ({ before }) => before },
  { title: 'over now', of: ({ over }) => (over === countedMax ? `${over} or more` : over), align: 'right' },
];

const erasureColumns: readonly Column<ErasureRow>[] = [
  { title: 'made (UTC)', of: ({ madeAt }) => madeAt.toISOString().slice(0, 16).replace('T', ' ') },
  { title: 'kind', of: ({ kind }) => kind },
  { title: 'by', of: ({ actorName }) => actorName },
  {
    title: 'erased',
    of: ({ report }) =>
      Object.entries(report.counts)
        .map(([what, count]) => `${what} ${count}`)
        .join(', '),
  },
  { title: 'reason', of: ({ reason }) => reason },
];
