import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { BindState } from '@northbind/sdk';

/** A bind that was begun and is not settled. */
export interface OpenBind {
  readonly vin: string;
  readonly state: BindState;
}

/**
 * The states of unfinished binds, a file for each vehicle: at most one bind of a vehicle is open at a time, whatever
 * number of servers share the folder. The states contain no bank account.
 */
export class BindStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Keeps the bind, unless one of the vehicle is open. Returns the one that is kept, which survives a power cut. */
  async keep(bind: OpenBind): Promise<{ readonly kept: OpenBind; readonly isNew: boolean }> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const path = this.#pathOf(bind.vin);
    const draft = join(this.#folder, `${randomUUID()}.draft`);
    try {
      await writeDurably(draft, JSON.stringify(bind));
      await link(draft, path); // In one step: a file under the final name is whole, and never another's.
      await this.#sync();
      return { kept: bind, isNew: true };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      await rm(draft, { force: true });
    }
    const kept = await read(path);
    return kept === null ? this.keep(bind) : { kept, isNew: false }; // Null: it was settled in this moment.
  }

  async all(): Promise<readonly OpenBind[]> {
    const names = (await readdir(this.#folder).catch(nullIfMissing)) ?? [];
    const files = names.filter((name) => name.endsWith('.json')).map((name) => read(join(this.#folder, name)));
    return (await Promise.all(files)).filter((bind) => bind !== null);
  }

  /** When it is settled. A repeat of it may have removed it before, and another bind be open by now. */
  async remove(bind: OpenBind): Promise<void> {
    const path = this.#pathOf(bind.vin);
    if (isDeepStrictEqual(await read(path), bind)) await rm(path, { force: true });
  }

  #pathOf(vin: string): string {
    if (!/^[A-Z0-9]{17}$/.test(vin)) throw new Error('A VIN of the service has 17 letters and digits.');
    return join(this.#folder, `${vin}.json`);
  }

  /** The name has to be on the disk, too. */
  async #sync(): Promise<void> {
    const folder = await open(this.#folder, 'r');
    await folder.sync().finally(() => folder.close());
  }
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function read(path: string): Promise<OpenBind | null> {
  const text = await readFile(path, 'utf8').catch(nullIfMissing);
  return text === null ? null : (JSON.parse(text) as OpenBind);
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
