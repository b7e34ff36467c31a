import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { systemProgram } from '../../kit/processes/system-program.ts';

export const certificateKinds = ['well', 'expired', 'of another name', 'self-signed'] as const;
export type CertificateKind = (typeof certificateKinds)[number];

export interface Certificates {
  /** The certificate of the authority that signs all but the last: what a service has to trust. */
  readonly authorityPath: string;
  readonly of: Readonly<Record<CertificateKind, { readonly key: string; readonly cert: string }>>;
}

/** Certificates for all these names at once, each with what is wrong with it. */
export async function makeCertificates(folder: string, names: readonly string[]): Promise<Certificates> {
  await mkdir(folder);
  const at = (name: string): string => join(folder, name);
  const openssl = (...options: string[]) => promisify(execFile)(systemProgram('openssl', 'openssl'), options);
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  await openssl(
    'req',
    '-x509',
    ...newKey,
    '-days',
    '2',
    '-subj',
    '/CN=Proof',
    '-keyout',
    at('ca.key'),
    '-out',
    at('ca.pem'),
  );
  await openssl('req', ...newKey, '-subj', `/CN=${names[0]}`, '-keyout', at('key.pem'), '-out', at('request.pem'));
  const key = await readFile(at('key.pem'), 'utf8');
  const make = async (kind: CertificateKind, signing: readonly string[], subjects: readonly string[]) => {
    await writeFile(at('names.txt'), `subjectAltName=${subjects.map((name) => `DNS:${name}`).join(',')}\n`);
    const out = at(`${kind.replaceAll(' ', '-')}.pem`);
    await openssl('x509', '-req', '-in', at('request.pem'), '-extfile', at('names.txt'), ...signing, '-out', out);
    return [kind, { key, cert: await readFile(out, 'utf8') }] as const;
  };
  const byAuthority = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-days'];
  const made = [
    await make('well', [...byAuthority, '2'], names),
    await make('expired', [...byAuthority, '-1'], names),
    await make('of another name', [...byAuthority, '2'], ['somebody.else.example']),
    await make('self-signed', ['-signkey', at('key.pem'), '-days', '2'], names),
  ];
  return { authorityPath: at('ca.pem'), of: Object.fromEntries(made) as Certificates['of'] };
}
