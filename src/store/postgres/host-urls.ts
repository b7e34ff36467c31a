/**
 * Splits postgres://user:password@a:5432,b:5432/database into one address per host, as libpq reads it; null if it is
 * none. The parameter target_session_attrs is read and left out: several hosts always mean the one that takes writes.
 */
export function parseHostUrls(url: string): readonly string[] | null {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)([^?#]*)(?:\?(.*))?$/.exec(url);
  if (parts === null) return null;
  const [, start = '', hosts = '', path = '', query = ''] = parts;
  const parameters = new URLSearchParams(query);
  const wanted = parameters.get('target_session_attrs');
  if (wanted !== null && !accepted.includes(wanted)) return null;
  parameters.delete('target_session_attrs');
  const rest = `${path}${parameters.size === 0 ? '' : `?${parameters}`}`;
  const urls = hosts.split(',').map((host) => `${start}${host}${rest}`);
  // A socket may be named by `?host=`: then the driver reads an address with a user and no host, as libpq does.
  const isSocket = hosts === '' && parameters.get('host')?.startsWith('/') === true;
  const isWhole =
    (isSocket || urls.every((one) => URL.canParse(one))) && (urls.length === 1 || !hosts.split(',').includes(''));
  return isWhole && urls.length <= hostsMax ? urls : null;
}

/** The settings have accepted the address. */
export function hostUrls(url: string): readonly string[] {
  const urls = parseHostUrls(url);
  if (urls === null) throw new Error('The address of the database is not one.');
  return urls;
}

const accepted = ['read-write', 'primary'];
const hostsMax = 8;
