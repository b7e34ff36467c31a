import { timeZoneOf } from '../../../src/domain/calendar.ts';
import type { Province } from '../../../src/domain/province.ts';

const keptUnder = 'northbind-time-zone';

const eastToWest: readonly Province[] = ['NL', 'NS', 'ON', 'MB', 'SK', 'AB', 'YT', 'BC'];

/** What an operator can choose: Canada's zones, after that of this computer where it is none of them. */
export function zonesOffered(): readonly string[] {
  const own = zoneOfComputer();
  const canadian = eastToWest.map(timeZoneOf);
  return saysNothing(own) || canadian.includes(own) ? canadian : [own, ...canadian];
}

/** The choice that was made in this browser; else the computer's, unless it runs on UTC, which says nothing of its user. */
export function readZone(): string {
  const kept = localStorage.getItem(keptUnder);
  if (kept !== null && zonesOffered().includes(kept)) return kept;
  const own = zoneOfComputer();
  return saysNothing(own) ? timeZoneOf('ON') : own;
}

export function keepZone(zone: string): void {
  localStorage.setItem(keptUnder, zone);
}

function zoneOfComputer(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function saysNothing(zone: string): boolean {
  return /^(UTC|GMT|Etc\/.*)$/.test(zone);
}

/** The moment in which a day begins in a zone. Not every browser has Temporal. */
export function dayBegins(day: string, zone: string): string {
  const form = new Intl.DateTimeFormat('en-CA', { timeZone: zone, timeZoneName: 'longOffset' });
  const offsetAt = (moment: string): string => {
    const name = form.formatToParts(new Date(moment)).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
    return name === 'GMT' ? 'Z' : name.slice('GMT'.length);
  };
  const midnight = `${day}T00:00:00`;
  return `${midnight}${offsetAt(`${midnight}${offsetAt(`${midnight}Z`)}`)}`;
}
