import type { TakenEndpoint } from '../store/webhook.ts';

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
  // Without its query, which may contain the partner's own secrets.
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
      `Dernière cause : ${cause}.`,
      `Quand le serveur répondra, réactivez le point de terminaison ${id} dans la console ou par la commande`,
      'ci-dessus, puis renvoyez ce qui a manqué.',
      '',
    ].join('\n'),
  };
}
