import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** Runs npm in a folder. Inside `npm test` it is the same npm; its settings for that run are not for the folder. */
export function npm(cwd: string, options: readonly string[]): Promise<unknown> {
  const path = process.env.npm_execpath;
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(config|package|lifecycle)/.test(name)),
  );
  return path?.endsWith('.js')
    ? execute(process.execPath, [path, ...options], { cwd, env })
    : execute('npm', [...options], { cwd, env });
}
