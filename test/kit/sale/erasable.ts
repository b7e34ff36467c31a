import assert from 'node:assert/strict';
import type { ApplicationId } from '../../../src/domain/ids.ts';
import { verifyTrail } from '../../../src/flows/audit/verify-audit.ts';
import { trailNames } from '../../../src/store/audit/audit-chain.ts';
import { type Database, openDatabase } from '../../../src/store/database.ts';
import { afterwards } from '../processes/afterwards.ts';
import { until } from '../processes/until.ts';
import { startTestService } from '../service/service.ts';
import { assertBound, binder, byReferral, chooseFrom, steadySeller } from './binding.ts';
import { openSaleClient } from './paying.ts';
import { assertQuoted, inDatabase } from './quoting.ts';

/** A database with a sale whose person can be erased; nothing else is at work on it. */
export interface Erasable {
  readonly databaseUrl: string;
  readonly today: string;
  readonly sold: ApplicationId;
  /** Applications that were only quoted, as many as were asked for. */
  readonly quoted: readonly ApplicationId[];
  readonly open: () => Database;
  /** Everything that an erasure touches, as one text, without what the chain adds. */
  readonly kept: () => Promise<string>;
  readonly isErased: (id: ApplicationId) => Promise<boolean>;
  readonly assertChainsWhole: (database: Database) => Promise<void>;
}

export async function openErasable(quotedCount = 0): Promise<Erasable> {
  const { name, today } = steadySeller();
  const service = await startTestService();
  const { databaseUrl } = service;
  const { quoteClient } = await openSaleClient(service, name);
  const quote = async () => {
    const made = await quoteClient.quote(await quoteClient.request({ effectiveDate: today }));
    assertQuoted(made);
    return chooseFrom(made, 'Replacement', 2);
  };
  const choice = await quote();
  assertBound(await binder(service, quoteClient.token)({ ...choice, ...byReferral }));
  const quoted: ApplicationId[] = [];
  while (quoted.length < quotedCount) quoted.push((await quote()).applicationId as ApplicationId);
  await until(
    () => inDatabase(databaseUrl, openWork),
    ([row]) => row.open === 0,
  );
  // So that only the test is at work.
  await service.close();

  return {
    databaseUrl,
    today,
    sold: choice.applicationId as ApplicationId,
    quoted,
    open: () => {
      const database = openDatabase({ url: databaseUrl, poolSize: 2, onConnectionLost: () => undefined });
      afterwards(() => database.end());
      return database;
    },
    kept: async () => (await inDatabase(databaseUrl, touched))[0].all,
    isErased: async (id) =>
      (await inDatabase(databaseUrl, 'SELECT erased_by FROM application WHERE id = $1', [id]))[0].erased_by !== null,
    assertChainsWhole: async (database) => {
      for (const trail of trailNames) assert.equal((await verifyTrail(database, trail)).broken, null, trail);
    },
  };
}

const openWork = `
  SELECT (SELECT count(*) FROM mail WHERE due_at IS NOT NULL)::int + (SELECT count(*) FROM event WHERE place IS NULL)::int AS open`;
const touched = `
  SELECT concat(
    (SELECT json_agg(application ORDER BY id) FROM application), (SELECT json_agg(application_revision) FROM application_revision),
    (SELECT json_agg(policy ORDER BY policy_number) FROM policy), (SELECT json_agg(mail ORDER BY id) FROM mail),
    (SELECT json_agg(document ORDER BY id) FROM document), (SELECT count(*) FROM document_content),
    (SELECT json_agg(json_build_array(facts, erased_by) ORDER BY id) FROM audit), (SELECT count(*) FROM erasure)) AS all`;
