import { readdirSync, readFileSync } from 'node:fs';

/** What a process has used so far, from /proc; null on systems without it. */
export interface Usage {
  readonly cpuMs: number;
  readonly residentMb: number;
}

const msPerTick = 10; // Linux reports hundredths of a second, whatever the kernel's tick is.
const mbPerPage = 4_096 / 1_048_576;

export function usageOf(pid: number): Usage | null {
  const fields = statOf(pid);
  return fields && { cpuMs: cpuTicks(fields) * msPerTick, residentMb: Number(fields[21]) * mbPerPage };
}

/** CPU time of a process and all its children, including ended ones: PostgreSQL has many processes. */
export function processTreeCpuMs(pid: number): number | null {
  const parent = statOf(pid);
  if (parent === null) return null;
  const ended = Number(parent[13]) + Number(parent[14]);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((fields) => fields !== null && Number(fields[1]) === pid)
    .reduce((sum, fields) => sum + cpuTicks(fields!), 0);
  return (cpuTicks(parent) + ended + children) * msPerTick;
}

const cpuTicks = (fields: readonly string[]): number => Number(fields[11]) + Number(fields[12]);

/** The fields after the name, which may hold anything; the first is the state (field 3 of proc(5)). */
function statOf(pid: number): readonly string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null; // The process has ended, or there is no /proc.
  }
}
