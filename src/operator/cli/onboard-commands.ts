import type { Command } from 'commander';
import type { Doors } from './command-kit.ts';
import { credentialsCommands } from './onboard/credentials-commands.ts';
import { dealersCommands } from './onboard/dealers-commands.ts';
import { integrationCommands } from './onboard/integration-commands.ts';
import { lienHoldersCommands } from './onboard/lien-holders-commands.ts';
import { sellerCommands } from './onboard/seller-commands.ts';

/** Onboarding: `northbind integration|seller|credentials|dealers|lienholders …`. */
export function onboardCommands(program: Command, doors: Doors): void {
  integrationCommands(program.command('integration').description("partners' software: create, disable, enable"), doors);
  sellerCommands(program.command('seller').description('who sells, where, what and how it is paid'), doors);
  credentialsCommands(program.command('credentials').description('client secrets and passwords'), doors);
  dealersCommands(program.command('dealers').description('dealers and who sells through them'), doors);
  lienHoldersCommands(program.command('lienholders').description('who leases and finances vehicles'), doors);
}
