import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Runs npm in a folder; inside `npm test` it is the same npm. Returns what it printed. */
export async function npm(
  cwd: string,
  options: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<string> {
  const path = process.env.npm_execpath;
  const env = { ...withoutNpm(), ...settings };
  const { stdout } = path?.endsWith('.js')
    ? await execute(process.execPath, [path, ...options], { cwd, env })
    : await execute('npm', [...options], { cwd, env });
  return stdout;
}

/** Inside `npm test`, the settings of that run are not for other projects. */
export function withoutNpm(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(config|package|lifecycle)/.test(name)),
  );
}
