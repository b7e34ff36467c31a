import { execFile } from 'node:child_process';
import type { Log } from '../domain/log.ts';

/**
 * Gives systemd a sign of life, twice in each period of the unit's WatchdogSec. A process that hangs gives none, and is
 * killed and started again. The socket takes datagrams, which Node.js can't send: systemd's own program does.
 */
export function startWatchdog(periodMs: number, log: Pick<Log, 'warn'>): void {
  let isSaid = false;
  const giveSign = (): void => {
    execFile('systemd-notify', ['WATCHDOG=1'], { timeout: periodMs / 2 }, (error) => {
      if (error !== null && !isSaid) log.warn('no sign of life to systemd', { error: error.message });
      isSaid = error !== null;
    });
  };
  giveSign();
  setInterval(giveSign, periodMs / 2).unref();
}
