import type { ApplicationId } from '../../../domain/ids.ts';
import { operatorRefusals } from '../../../domain/operator/operator-refusal.ts';
import { type TrailVerdict, verifyTrail } from '../../../flows/audit/verify-audit.ts';
import { tellTrail } from '../../../flows/doctor/doctor.ts';
import { trailNames } from '../../../store/audit/audit-chain.ts';
import type { ErasedSale } from '../../../store/person/erasure.ts';
import type { ErasedPerson, ErasureRow, FoundPerson, RetentionPreviewAnswer } from '../../wire/personal-data.ts';
import { type Answer, exitCodes, type OpenLine } from '../command-kit.ts';
import { command, group, yes } from '../command-words.ts';
import { writeTo } from '../out-file.ts';
import { type Columns, facts, minute, plainFacts, type Shown, shownRows, table } from '../table.ts';

const scopes: Readonly<Record<ErasedSale['scope'], string>> = {
  person: 'all that names the person',
  contact: 'how to reach the person',
  nothing: 'nothing',
};

const foundColumns: Columns<FoundPerson['sales'][number]> = {
  application: 'applicationId',
  policy: 'policyNumber',
  applicant: 'applicantName',
  'e-mail': 'emailAddress',
  phone: 'phoneNumber',
  vehicle: 'vehicle',
  'may be erased': ({ scope }) => scopes[scope],
  'the rest from': 'until',
};

const erasedColumns: Columns<ErasedSale> = {
  sale: (row) => row.policyNumber ?? row.applicationId,
  erased: (row) => scopes[row.scope],
  'the rest from': 'until',
  why: ({ why }) => why && operatorRefusals[why as keyof typeof operatorRefusals],
};

const linkColumns: Columns<FoundPerson['links'][number]> = {
  'sale link': 'linkId',
  name: 'name',
  'e-mail': 'emailAddress',
  phone: 'phoneNumber',
  'made (UTC)': ({ createdAt }) => minute(createdAt),
};

function foundText({ sales, links }: FoundPerson): Shown {
  const found = table(sales, foundColumns, 'Nothing is kept under this address or number.');
  const ofLinks = table(links, linkColumns);
  if (links.length === 0) return found;
  return sales.length === 0 ? ofLinks : [found, ofLinks];
}

async function find(line: OpenLine, search: string) {
  const { sales, links } = await line.call<FoundPerson>('POST /api/people/search', { search });
  const applicationIds = sales.map(({ applicationId }) => applicationId);
  return { sales, links, ids: { applicationIds, linkIds: links.map(({ linkId }) => linkId) } };
}

const wholeLink = { policyNumber: null, scope: 'person', why: null, until: null } as const;

const personWords = group('person', 'what is kept about a person: find, export, erase', [
  command<FoundPerson>(
    'find <key>',
    'sales by a whole e-mail address, telephone number or policy number, and what of them may be erased',
    {
      route: 'POST /api/people/search',
      args: { key: 'search' },
      shows: foundText,
    },
  ),
  command('export <key>', 'everything that is kept about these sales, as JSON; it is recorded in the audit log', {
    route: 'POST /api/people/export',
    without: ['applicationIds', 'linkIds'],
    file: 'What is kept is',
    run: async (line, { reason }, { words, texts }) => {
      const { ids } = await find(line, words.key!);
      const begin = () => line.call<AsyncIterable<string>>('POST /api/people/export', { ...ids, reason });
      return writeTo(texts.out, begin, 'What is kept is', line);
    },
  }),
  command('erase <key>', 'erase the person from these sales, as far as cover and books allow; it cannot be undone', {
    route: 'POST /api/people/erase',
    without: ['applicationIds', 'linkIds'],
    extra: yes,
    run: async (line, { reason }, { words }) => {
      const { sales, links, ids } = await find(line, words.key!);
      const all = [...sales.map(({ applicantName }) => applicantName), ...links.map(({ name }) => name)];
      const names = [...new Set(all)].join(', ');
      const from = `${sales.length} sales${links.length > 0 ? ` and ${links.length} sale links` : ''}`;
      await line.confirm(`Erase ${names} from ${from} for good?`);
      const erased = await line.call<ErasedPerson>('POST /api/people/erase', { ...ids, reason });
      const ofLinks = erased.linkIds.map((id) => ({ ...wholeLink, applicationId: id as ApplicationId }));
      return { json: erased, text: table([...erased.sales, ...ofLinks], erasedColumns) };
    },
  }),
]);

const retentionWords = group('retention', 'how long personal data is kept', [
  command<RetentionPreviewAnswer>(
    'preview',
    'what is kept for how long, and what a run would erase now; changes nothing',
    {
      route: 'GET /api/retention',
      shows: ({ rows }) =>
        table(rows, {
          what: 'kind',
          'kept for': ({ count, unit }) => (count === 0 ? 'good' : `${count} ${unit}`),
          before: 'before',
          'over now': { right: ({ over, isMore }) => (isMore ? `${over} or more` : over) },
        }),
    },
  ),
  command('run', 'erase what is past its retention period now; the service does so each night', {
    route: 'POST /api/retention/run',
    extra: yes,
    run: async (line, values) => {
      await line.confirm('Erase what is over its time for good?');
      const done = await line.call<{ counts: Record<string, number> }>('POST /api/retention/run', values);
      const isNothing = Object.keys(done.counts).length === 0;
      return { json: done, text: isNothing ? 'Nothing was over its time.' : facts(done.counts) };
    },
  }),
  command('report', 'the last erasures: when, by whom, what', {
    route: 'GET /api/erasures',
    shows: shownRows<ErasureRow>(
      {
        'made (UTC)': ({ madeAt }) => minute(madeAt),
        kind: 'kind',
        by: 'actorName',
        erased: ({ counts }) => plainFacts(counts),
        reason: 'reason',
      },
      'Nothing was erased yet.',
    ),
  }),
]);

async function verifyAll({ database, progress }: OpenLine): Promise<Answer> {
  const verdicts: TrailVerdict[] = [];
  for (const [i, trail] of trailNames.entries()) {
    progress(i, trailNames.length);
    verdicts.push(await verifyTrail(database, trail));
  }
  const isWell = verdicts.every(({ broken }) => broken === null);
  const text = table(verdicts, {
    '': ({ broken }) => (broken === null ? 'ok' : '!!'),
    chain: 'trail',
    finding: (verdict) => tellTrail(verdict).finding,
    'last link': ({ head }) => head && `${head.place} ${head.hash}`,
  });
  return { json: { isWell, trails: verdicts }, text, exitCode: isWell ? exitCodes.ok : exitCodes.fault };
}

export const personalDataWords = [
  personWords,
  retentionWords,
  group('audit', 'the record of what happened', [
    command(
      'verify',
      'verify every row of the audit and of the acts by their hash chain, and name the first broken one',
      { run: verifyAll },
    ),
  ]),
];
