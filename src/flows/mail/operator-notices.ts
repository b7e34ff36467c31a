import { daysBetween, type PlainDate } from '../../domain/calendar.ts';
import type { Province } from '../../domain/province.ts';
import type { TakenEndpoint } from '../../store/event/webhook.ts';
import type { LicenceRow } from '../../store/partner/licence.ts';

/** A mail to the operator, in both languages. */
export interface OperatorNotice {
  readonly subject: string;
  readonly body: string;
}

/** Tells that an endpoint was disabled because nothing arrived there for three days. */
export function writeEndpointDisabled(
  { id, url, ownerName }: Pick<TakenEndpoint, 'id' | 'url' | 'ownerName'>,
  cause: string,
): OperatorNotice {
  // The query is left out: it may contain the partner's own secrets.
  const address = url.split('?')[0]!;
  return {
    subject: `Webhook endpoint disabled / Point de terminaison désactivé: ${ownerName}`,
    body: [
      `No webhook of ${ownerName} has arrived at ${address} for three days, so Northbind sends there no more.`,
      `Last cause: ${cause}.`,
      `Once the server answers, enable the endpoint ${id} in the console or by`,
      `  npx northbind webhook enable ${id}`,
      `and send again what was missed: npx northbind webhook replay ${id} --from <day>`,
      '',
      `Depuis trois jours, aucun webhook de ${ownerName} n’est arrivé à ${address}; Northbind n’y envoie plus rien.`,
      `Dernière cause\u00a0: ${cause}.`,
      `Quand le serveur répondra, réactivez le point de terminaison ${id} dans la console ou par la commande`,
      'ci-dessus, puis renvoyez ce qui a manqué.',
      '',
    ].join('\n'),
  };
}

/** Tells of licences that expire soon, the first to expire first. */
export function writeLicencesExpiring(
  licences: readonly LicenceRow[],
  todays: ReadonlyMap<Province, PlainDate>,
): OperatorNotice {
  const count = licences.length;
  const lines = licences.map(({ holder, province, class: licenceClass, number, expiresOn }) => {
    const days = daysBetween(todays.get(province)!, expiresOn);
    const name = holder.kind === 'dealer' ? `${holder.name} (${holder.id})` : holder.name;
    return `  ${expiresOn} (${days})  ${province}  ${name}: ${licenceClass}, ${number}`;
  });
  return {
    subject: `Licences expiring / Permis qui expirent: ${count}`,
    body: [
      'These licences expire soon, or have expired; in brackets, in how many days. Where a licence is needed, who has',
      'none that is valid can not sell. Enter a renewal in the console under Licences, or by npx northbind licence set.',
      '',
      'Ces permis expirent bientôt ou ont expiré; entre parenthèses, dans combien de jours. Là où un permis est exigé,',
      'qui n’en a pas de valide ne peut pas vendre. Saisissez un renouvellement dans la console, sous Permis, ou par',
      'npx northbind licence set.',
      '',
      ...lines,
      '',
    ].join('\n'),
  };
}
