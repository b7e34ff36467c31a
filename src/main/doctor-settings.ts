import { noCardProcessor, noLender } from '../adapters/none/none.ts';
import { checkSmtp } from '../adapters/smtp/check-smtp.ts';
import { makeSecretBox } from '../flows/credential/secret-box.ts';
import type { PartyToAsk, PartyWay } from '../flows/doctor/doctor.ts';
import type { Settings } from '../operator/cli/system-commands.ts';
import type { CallContext } from '../ports/outcome.ts';
import { type Config, ConfigError, type Environment, readConfig, tellMisspelt } from './config.ts';
import { deriveKeys } from './derive-keys.ts';
import { nameParties, type Parties, useProxy } from './parties.ts';

/** What `doctor` needs to know of the settings, or their faults. */
export function readDoctorSettings(environment: Environment): Settings {
  try {
    const config = readConfig(environment);
    useProxy(config);
    // The sandbox's parties run in the service itself.
    const parties = config.mode === 'production' ? nameParties(config) : null;
    const asked = [...listServers(config), ...(parties === null ? [] : listParties(parties))];
    return {
      mode: config.mode,
      faults: config.misspelt.map(tellMisspelt),
      parties: config.isOutboundOff ? [] : asked,
      isOutboundOff: config.isOutboundOff,
      lacking: parties === null ? [] : findLacking(config),
      replica: replicaOf(config),
      boxes: openBoxes(config),
    };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const nothing = { mode: null, parties: [], isOutboundOff: false, lacking: [], replica: null, boxes: null };
    return { ...nothing, faults: error.faults };
  }
}

function replicaOf({ databaseReplicaUrl, replicaStaleSeconds }: Config): Settings['replica'] {
  const url = databaseReplicaUrl?.reveal();
  return url === undefined ? null : { url, staleMsMax: replicaStaleSeconds * 1_000 };
}

function listServers({ smtpUrl }: Config): readonly PartyToAsk[] {
  const smtp = smtpUrl?.reveal();
  if (smtp === undefined) return [];
  return [{ check: 'mail server', at: placeOf(smtp), setting: 'SMTP_URL', ask: () => checkSmtp(smtp) }];
}

/** Asks for what no party has: nothing is created or moved. */
function listParties({ cards, lender }: Parties): readonly PartyToAsk[] {
  const context: CallContext = { requestId: 'doctor', fault: null };
  const setting = 'its settings';
  const at = `${cards.name} (${cards.environment})`;
  const ofCards = { check: 'card processor', at, setting, ask: () => cards.find('doctor', context) };
  const ofLender = { check: 'lender', at: 'the lender', setting, ask: () => lender.find('NB000000000', context) };
  return [...(cards === noCardProcessor ? [] : [ofCards]), ...(lender === noLender ? [] : [ofLender])];
}

function findLacking({ processor, lenderKind }: Config): readonly PartyWay[] {
  return [...(processor.kind === 'none' ? ['card' as const] : []), ...(lenderKind === 'none' ? ['loan' as const] : [])];
}

function openBoxes({ secretKeys }: Config): Settings['boxes'] {
  if (secretKeys === null) return null;
  const { operators, webhooks, links } = deriveKeys(secretKeys[0].reveal());
  return { operators: makeSecretBox(operators), webhooks: makeSecretBox(webhooks), links: makeSecretBox(links) };
}

/** The host and port, without the login. */
function placeOf(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname.replace(/^\[|\]$/g, '')}:${port === '' ? defaultPorts[protocol] : port}`;
}

const defaultPorts: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };
