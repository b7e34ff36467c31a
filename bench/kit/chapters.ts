import { bareName, type Comparison, mockName, nestName, serviceName } from './compare.ts';
import { type Growth, type Instances, instancesName } from './growth.ts';
import { type Measured, median, ratios } from './measure.ts';
import type { Findings, Target } from './report.ts';
import type { Counted, Owner } from './round-trip.ts';
import type { StartUp } from './start-up.ts';
import { measuredTable, range, table } from './table.ts';

/** Turns measurements into chapters of the report, each with its targets. */

/** As a share of the bare server: the rest is the cost of checking, pricing, counting and logging. */
const limitShares: Readonly<Record<string, number>> = {
  quote: 0.75,
  'bind REF': 0.8,
  'bind CC': 0.75,
  'bind PFF': 0.75,
};
const peerMultiples: Readonly<Record<string, number>> = { quote: 3, 'bind REF': 4 };
const mockMultiple = 1;
const commitsMax = 3;

export function comparisonChapters(comparisons: readonly Comparison[], missingPeers: string | null): Findings {
  const intro = `The bare server is Node’s own http server: it sends the statements that the service was seen to send on the wire, through the same driver, and answers the same bytes. It checks, prices, counts and logs nothing, and where the sandbox’s processor and lender take part it makes their commits without calling them. Their round trips and commits are in the service’s numbers, too; the rate limit is counted in batches, hence a part of a round trip. Memory is resident, of the server’s process, under load.`;
  const peers =
    missingPeers ??
    `“${nestName}” is the same operation as a team would write it on NestJS 12 (Express) and Prisma 7: guard, DTO, service, one transaction; see \`bench/peers\`. It calls this service’s own pure functions for rules and prices, so what is compared is everything around them, and it gives the same answer, which is checked. It counts no rate limit and writes no log. “${mockName}” serves our OpenAPI document’s examples: no database, no price.`;
  return {
    chapters: [
      { title: 'Operations', body: `${intro}\n\n${peers}` },
      ...comparisons.map((comparison) => ({ title: titleOf(comparison), body: comparisonBody(comparison) })),
    ],
    targets: comparisons.flatMap(comparisonTargets),
    bars: [
      ...barsAgainst(comparisons, bareName, 'beside the limit'),
      ...barsAgainst(comparisons, nestName, `beside ${nestName}`),
      ...barsAgainst(comparisons, mockName, `beside the ${mockName}`),
    ],
  };
}

const titleOf = ({ operation }: Comparison): string => `${operation.charAt(0).toUpperCase()}${operation.slice(1)}`;

function comparisonBody({ measured, sent }: Comparison): string {
  const shares = [...measured.keys()]
    .filter((name) => name !== serviceName)
    .map((name) => `${timesOf(measured, name)} × ${name}`);
  return [measuredTable(measured, sent), `Requests per second: ${shares.join('; ')}.`, statementsOf(sent)]
    .filter((text) => text !== '')
    .join('\n\n');
}

function timesOf(measured: Measured, other: string): string {
  const found = ratios(measured.get(serviceName)!, measured.get(other)!);
  return `**${median(found).toFixed(2)}** (${range(found)})`;
}

/** Less frequent statements are those of jobs. The rate limit counts many requests in one statement. */
const belongsToRequest = ({ statement, roundTrips }: Counted): boolean =>
  roundTrips >= 0.5 && !statement.startsWith('rate_limit_count');

function statementsOf(sent: Comparison['sent']): string {
  const statements = (sent.get(serviceName) ?? []).filter(belongsToRequest);
  if (statements.length === 0) return 'Nothing is sent to the database for a request by itself.';
  const owners: readonly Owner[] = ['service', 'card processor', 'lender'];
  const lists = owners.flatMap((owner) => {
    const own = statements.filter((one) => one.owner === owner);
    return own.length === 0 ? [] : [`${owner}: ${own.map(nameOf).join(', ')}`];
  });
  return `Statements of a request: ${lists.join('; ')}.`;
}

const nameOf = ({ statement, roundTrips }: Counted): string =>
  Math.round(roundTrips) === 1 ? `\`${statement}\`` : `\`${statement}\` (${roundTrips.toFixed(1)})`;

function comparisonTargets({ operation, measured, sent }: Comparison): readonly Target[] {
  const against = (name: string, text: string, atLeast: number | undefined): readonly Target[] => {
    const others = measured.get(name);
    if (others === undefined || atLeast === undefined) return [];
    return [{ name: `${operation}: ${text}`, values: ratios(measured.get(serviceName)!, others), unit: '', atLeast }];
  };
  const transactions = (sent.get(serviceName) ?? []).filter(belongsToRequest);
  const roundTrips = transactions.reduce((total, one) => total + one.roundTrips, 0);
  return [
    ...against(bareName, 'share of the limit', limitShares[operation]),
    ...against(nestName, `multiple of ${nestName}`, peerMultiples[operation]),
    ...against(mockName, `multiple of the ${mockName}`, operation === 'quote' ? mockMultiple : undefined),
    ...(operation === 'bind REF'
      ? [{ name: 'bind REF: transactions', values: [roundTrips], unit: '', atMost: commitsMax }]
      : []),
  ];
}

function barsAgainst(comparisons: readonly Comparison[], name: string, group: string): Findings['bars'] {
  return comparisons
    .filter(({ measured }) => measured.has(name))
    .map(({ operation, measured }) => ({
      group,
      label: operation,
      values: ratios(measured.get(serviceName)!, measured.get(name)!),
    }));
}

const growthMax = 1.2;
/** No slower, within the variation of the rounds. */
const instancesMin = 0.95;

/** That no operation takes notably longer with many applications than with few. */
function growthTargets(
  operations: Growth['operations'],
  [few, many]: readonly [few: string, many: string],
  atMost: number,
): readonly Target[] {
  return operations.map(({ name, measured }) => ({
    name: `${name}: time with ${many}, as a multiple of ${few}`,
    values: ratios(measured.get(few)!, measured.get(many)!),
    unit: '',
    atMost,
  }));
}

export function growthChapters({ sizes, operations, instances }: Growth): Findings {
  const [few, many] = [sizes[0]!, sizes.at(-1)!];
  const slower = (measured: Measured): readonly number[] => ratios(measured.get(few.name)!, measured.get(many.name)!);
  const filled = sizes.map(({ name, megabytes }) => `${name} (${megabytes.toFixed(0)} MB)`).join(', ');
  const rows = operations.map(({ name, measured }) => [
    name,
    ...sizes.map((size) => median(measured.get(size.name)!.map(({ perSecond }) => perSecond)).toFixed(0)),
    ...sizes.map((size) => median(measured.get(size.name)!.map(({ p99Ms }) => p99Ms)).toFixed(1)),
    `**${median(slower(measured)).toFixed(2)}** (${range(slower(measured))})`,
  ]);
  const names = sizes.map(({ applications }) => applications.toLocaleString('en'));
  const head = [
    '',
    ...names.map((name) => `${name}: requests/s`),
    ...names.map((name) => `${name}: p99 ms`),
    'time, × few',
  ];
  return {
    chapters: [
      {
        title: 'Growth',
        body: `Databases with ${filled}; three of ten applications are bound, with documents, payments, mails and audit. A service on each, measured in turns.\n\n${table(head, rows)}`,
      },
      ...(instances.length === 0 ? [] : [instancesChapter(instances, many.name)]),
    ],
    targets: [
      ...growthTargets(operations, [few.name, many.name], growthMax),
      ...instances.map(({ operation, measured }) => ({
        name: `${operation}: requests per second of 4 instances, as a multiple of 1`,
        values: ratios(measured.get(instancesName(4))!, measured.get(instancesName(1))!),
        unit: '',
        atLeast: instancesMin,
      })),
    ],
    bars: operations.map(({ name, measured }) => ({
      group: `${names.at(-1)} stored beside ${names[0]}`,
      label: name,
      values: ratios(measured.get(many.name)!, measured.get(few.name)!),
    })),
  };
}

function instancesChapter(instances: readonly Instances[], size: string): Findings['chapters'][number] {
  const intro = `On the database with ${size}, with the same number of connections spread over the instances. On a machine whose cores are shared by the load generator, the database and all instances, more instances can’t add up to more than the cores; what counts is that a request does not cost more: CPU and statements stay the same. Each instance sends its own batches of counts for the rate limit, so a part of a round trip comes with each. Memory is of all instances together.`;
  const tables = instances.map(
    ({ operation, measured, sent }) => `### ${operation}\n\n${measuredTable(measured, sent)}`,
  );
  return { title: 'Instances', body: [intro, ...tables].join('\n\n') };
}

const startMsMax = 2_000;
const memoryMbMax = 200;

export function startUpChapter({ healthyMs, residentMb }: StartUp): Findings {
  return {
    chapters: [
      {
        title: 'Start and rest',
        body: `From the start of the process to the first good answer of \`/healthcheck\`, on a database that is there: ${median(healthyMs).toFixed(0)} ms (${range(healthyMs, 0)}). Memory of the service’s process five seconds later, without a request: ${residentMb.length === 0 ? 'not told by this system' : `${median(residentMb).toFixed(0)} MB (${range(residentMb, 0)})`}.`,
      },
    ],
    targets: [
      { name: 'start to healthy', values: healthyMs, unit: ' ms', atMost: startMsMax },
      ...(residentMb.length === 0
        ? []
        : [{ name: 'memory at rest', values: residentMb, unit: ' MB', atMost: memoryMbMax }]),
    ],
    bars: [],
  };
}
