import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { longLimits, openDatabase } from '../store/database.ts';
import { describeSchema, expectedSchemaFile } from '../store/postgres/describe-schema.ts';
import { startEmbeddedPostgres } from '../store/postgres/embedded.ts';
import { applyMigrations } from '../store/postgres/migrate.ts';

/** Writes what the migrations make of an empty database: `npm run generate:schema`. It is committed. */
const folder = await mkdtemp(join(tmpdir(), 'northbind-schema-'));
await chmod(folder, 0o755); // As root, PostgreSQL runs as another user.
const postgres = await startEmbeddedPostgres({ dataDir: folder, log: () => undefined, settings: { fsync: 'off' } });
const onConnectionLost = (): void => undefined;
const database = openDatabase({ url: postgres.url, poolSize: 2, onConnectionLost, limits: longLimits });
await applyMigrations(database);
await writeFile(expectedSchemaFile, `${(await describeSchema(database)).join('\n')}\n`);
await database.end();
await postgres.stop();
await rm(folder, { recursive: true, force: true });
