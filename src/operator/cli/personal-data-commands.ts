import { operatorRefusals } from '../../domain/operator/operator-refusal.ts';
import { type TrailVerdict, verifyTrail } from '../../flows/audit/verify-audit.ts';
import { tellTrail } from '../../flows/doctor/doctor.ts';
import {
  countedMax,
  previewRetention,
  type RetentionCounts,
  runRetention,
} from '../../flows/person/apply-retention.ts';
import { erasePerson } from '../../flows/person/erase-person.ts';
import { exportPerson } from '../../flows/person/export-person.ts';
import { type FoundSale, findPerson } from '../../flows/person/find-person.ts';
import { trailNames } from '../../store/audit/audit-chain.ts';
import { type ErasedSale, type ErasureRow, listErasures } from '../../store/person/erasure.ts';
import { accepted } from '../kit/accepted.ts';
import { type Answer, type CommandLine, type Commands, exitCodes } from './command-kit.ts';
import { out, requiredReason as reason, yes } from './options.ts';
import { linesTo } from './out-file.ts';
import { type Columns, facts, minute, table } from './table.ts';

/** `northbind person …`, `retention …` and `audit verify`: personal data, how long it is kept, and the proof. */
export function personalDataCommands(program: Commands): void {
  addPersonCommands(program.group('person', 'what is kept about a person: find, export, erase'));
  addRetentionCommands(program.group('retention', 'how long personal data is kept'));
  program
    .group('audit', 'the record of what happened')
    .add(
      'verify',
      'verifies every row of the audit and of the acts by their hash chain, and names the first broken one',
    )
    .run(verifyAll);
}

function addPersonCommands(person: Commands): void {
  const find = async (line: CommandLine, key: string) => accepted(await findPerson(line, line.actor, key));
  const idsOf = (sales: readonly FoundSale[]) => sales.map(({ applicationId }) => applicationId);

  person
    .add(
      'find <key>',
      'sales by a whole e-mail address, telephone number or policy number, and what of them may be erased',
    )
    .run(async (line, _options, key) => {
      const sales = await find(line, key);
      return { json: { sales }, text: table(sales, saleColumns, 'Nothing is kept under it.') };
    });
  person
    .add('export <key>', 'everything that is kept about these sales, as JSON; it is recorded in the audit log', {
      reason,
      out,
    })
    .run(async (line, { reason, out }, key) => {
      const applicationIds = idsOf(await find(line, key));
      return linesTo(out, () => exportPerson(line, line.actor, { applicationIds, reason }), 'What is kept is');
    });
  person
    .add(
      'erase <key>',
      'erases the person from these sales, as far as cover and books let it go; it can not be undone',
      {
        reason,
        yes,
      },
    )
    .run(async (line, { reason }, key) => {
      const found = await find(line, key);
      const names = [...new Set(found.map(({ applicantName }) => applicantName))].join(', ');
      await line.confirm(`Erase ${names} from ${found.length} sales for good?`);
      const erased = accepted(await erasePerson(line, line.actor, { applicationIds: idsOf(found), reason }));
      return { json: erased, text: table(erased.sales, erasedColumns) };
    });
}

function addRetentionCommands(retention: Commands): void {
  retention
    .add('preview', 'what is kept for how long, and what a run would erase now; changes nothing')
    .run(async (line) => {
      const rows = await previewRetention(line);
      const text = table(rows, {
        what: 'kind',
        'kept for': ({ count, unit }) => (count === 0 ? 'good' : `${count} ${unit}`),
        before: 'before',
        'over now': { right: ({ over }) => (over === countedMax ? `${over} or more` : over) },
      });
      return { json: { rows }, text };
    });
  retention
    .add('run', 'erases what is over its time now; the service does so each night', { reason, yes })
    .run(async (line, { reason }) => {
      await line.confirm('Erase what is over its time for good?');
      const done = accepted(await runRetention(line, line.actor, reason));
      return { json: done, text: facts(done.counts as Required<RetentionCounts>) };
    });
  retention.add('report', 'the last 50 erasures: when, by whom, what').run(async ({ database }) => {
    const rows = await listErasures(database, { cursor: null, limit: 50 });
    return { json: { rows }, text: table(rows, erasureColumns, 'Nothing was erased yet.') };
  });
}

async function verifyAll({ database }: CommandLine): Promise<Answer> {
  const verdicts: TrailVerdict[] = [];
  for (const trail of trailNames) verdicts.push(await verifyTrail(database, trail));
  const isWell = verdicts.every(({ broken }) => broken === null);
  const text = table(verdicts, {
    '': ({ broken }) => (broken === null ? 'ok' : '!!'),
    chain: 'trail',
    finding: (verdict) => tellTrail(verdict).finding,
    'last link': ({ head }) => head && `${head.place} ${head.hash}`,
  });
  return { json: { isWell, trails: verdicts }, text, exitCode: isWell ? exitCodes.ok : exitCodes.fault };
}

const scopes: Readonly<Record<ErasedSale['scope'], string>> = {
  person: 'all that names the person',
  contact: 'how to reach the person',
  nothing: 'nothing',
};

const saleColumns: Columns<FoundSale> = {
  application: 'applicationId',
  policy: 'policyNumber',
  applicant: 'applicantName',
  'e-mail': 'emailAddress',
  phone: 'phoneNumber',
  vehicle: 'vehicle',
  'may be erased': ({ verdict }) => scopes[verdict.scope],
  'the rest from': ({ verdict }) => ('until' in verdict ? (verdict.until ?? null) : null),
};

const erasedColumns: Columns<ErasedSale> = {
  sale: (row) => row.policyNumber ?? row.applicationId,
  erased: (row) => scopes[row.scope],
  'the rest from': 'until',
  why: ({ why }) => why && operatorRefusals[why as keyof typeof operatorRefusals],
};

const erasureColumns: Columns<ErasureRow> = {
  'made (UTC)': ({ madeAt }) => minute(madeAt.toISOString()),
  kind: 'kind',
  by: 'actorName',
  erased: ({ report }) =>
    Object.entries(report.counts)
      .map(([what, count]) => `${what} ${count}`)
      .join(', '),
  reason: 'reason',
};
