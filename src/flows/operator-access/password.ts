import { randomBytes } from 'node:crypto';

const lengthMin = 12;
const lengthMax = 200;

/** Length decides, but common passwords are refused. */
export function isPasswordStrong(password: string, name: string): boolean {
  if (password.length < lengthMin || password.length > lengthMax) return false;
  const plain = password.toLowerCase().replaceAll(/[^a-z]/g, '');
  const isRepeated = new Set(password).size < 5;
  return (
    !isRepeated &&
    !common.includes(plain) &&
    plain !== name.toLowerCase().repeat(Math.ceil(12 / Math.max(1, name.length)))
  );
}

const common = [
  'password',
  'passwordpassword',
  'qwertyuiop',
  'letmein',
  'administrator',
  'northbind',
  'motdepasse',
  'welcome',
  'bienvenue',
];

/** 120 random bits, in groups that are easy to read out. */
export function drawPassword(): string {
  return randomBytes(15).toString('base64url').match(/.{5}/g)!.join('-');
}
