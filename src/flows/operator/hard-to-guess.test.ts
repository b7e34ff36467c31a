import assert from 'node:assert/strict';
import test from 'node:test';
import { isHardToGuess } from './hard-to-guess.ts';
import { drawPassword } from './password.ts';

test('a password that leaked or is made of common parts is easy to guess', () => {
  const common = ['Password1234', 'iloveyou1234567', 'p@ssw0rdp@ssw0rd', 'Summer2026!!', 'qwertyuiop1234'];
  for (const password of [...common, 'Northbind2026!', 'sandbox-password', 'zoe.martin-2026', 'motdepasse123!'])
    assert.equal(isHardToGuess(password, ['zoe.martin']), false, password);
});

test('a password close to the issuer’s name is easy to guess', () => {
  const names = ['zoe', 'Boréal Garantie Véhicules', 'service@borealgarantie.ca', 'www.borealgarantie.ca'];
  for (const password of ['BorealGarantie2026!', 'Garantie-Véhicules1', 'boréalgarantievéhicules', 'B0r3algarantie!26'])
    assert.equal(isHardToGuess(password, names), false, password);
});

test('a few unrelated words and a drawn password are hard to guess', () => {
  for (const password of ['three warm otters', 'correct horse battery staple', drawPassword()])
    assert.equal(isHardToGuess(password, ['zoe']), true, password);
});
