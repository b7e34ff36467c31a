/**
 * A practical check: one mailbox at a domain with a dot, as today's mail servers accept it, in letters of any script.
 * Quoted local parts, comments and address literals are legal but not used by customers; they and every white space,
 * control or separator character are refused, so that an address can't contain a header or a second recipient.
 */
export function isEmailAddress(text: string): boolean {
  if (text.length > lengthMax || !text.isWellFormed()) return false;
  const at = text.lastIndexOf('@');
  return isLocalPart(text.slice(0, Math.max(at, 0))) && isDomain(text.slice(at + 1));
}

// RFC 5321: 254 characters in all, 64 before the @, 63 in a label of the domain.
const lengthMax = 254;
const localLengthMax = 64;
const labelLengthMax = 63;

function isLocalPart(local: string): boolean {
  if (local.length === 0 || local.length > localLengthMax) return false;
  return local.split('.').every((atom) => atomPattern.test(atom));
}

function isDomain(domain: string): boolean {
  const labels = domain.split('.');
  const top = labels.at(-1) ?? '';
  // A numeric top-level domain would be an IP address.
  return labels.length >= 2 && labels.every(isLabel) && [...top].length >= 2 && !/^\d+$/.test(top);
}

function isLabel(label: string): boolean {
  return label.length <= labelLengthMax && labelPattern.test(label);
}

const atomPattern = /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+$/u;
const labelPattern = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u;
