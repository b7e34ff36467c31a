import assert from 'node:assert/strict';
import test from 'node:test';
import { isLoopbackAddress, isPublicAddress, isPublicName } from './public-address.ts';

test('addresses of public servers are taken', () => {
  for (const address of ['8.8.8.8', '172.15.255.255', '172.32.0.1', '2607:f8b0:4004::1', '2a00:1450::1'])
    assert.ok(isPublicAddress(address), address);
});

test('private, local, shared, reserved and disguised addresses are not', () => {
  for (const address of [
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:a9fe:a9fe',
    '::7f00:1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '2001:db8::1',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'ff02::1',
    'localhost',
    '',
  ])
    assert.ok(!isPublicAddress(address), address);
});

test('loopback is loopback in both families', () => {
  for (const address of ['127.0.0.1', '127.9.9.9', '::1']) assert.ok(isLoopbackAddress(address), address);
  for (const address of ['128.0.0.1', '::2', '10.0.0.1']) assert.ok(!isLoopbackAddress(address), address);
});

test('names of this machine and of private networks are not public, however they are spelled', () => {
  for (const name of ['hooks.example.ca', 'hooks.example.ca.', 'internal.example.ca', 'localhost.example.ca'])
    assert.ok(isPublicName(name), name);
  for (const name of [
    'localhost',
    'localhost.',
    'LocalHost',
    'a.localhost',
    'localhost.localdomain',
    'ip6-localhost',
    'metadata',
    'metadata.google.internal',
    'vault.corp.internal.',
    'printer.local',
    'router.home.arpa',
    'a..example.ca',
    '.',
    '',
  ])
    assert.ok(!isPublicName(name), name);
});
