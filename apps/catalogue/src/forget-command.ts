import type { WithDatabase } from '@resource-catalogue/database';
import { CommandError } from '@resource-catalogue/program';
import { Command } from 'commander';
import { type Erasure, forgetMember, personalFields } from './forget-member.js';

export function forgetCommand(withDatabase: WithDatabase): Command {
  return new Command('forget')
    .description('permanently erase the personal data of a member and of its account; bookings remain')
    .argument('<member>', 'id or number of the member')
    .option('--dry-run', 'list the data to erase, and change nothing')
    .option('--yes', 'confirm that the data can be erased')
    .action(async (member: string, { dryRun = false, yes = false }: { dryRun?: boolean; yes?: boolean }) => {
      if (!dryRun && !yes) {
        throw new CommandError(
          'Nothing was erased, because erased data cannot be restored. Confirm with --yes, or list the data with --dry-run.',
        );
      }
      const erasure = await withDatabase((database) => forgetMember(database, member, dryRun));
      process.stdout.write(erasureText(erasure, dryRun));
    });
}

function erasureText({ id, number, erased, storedResponses, kept }: Erasure, dryRun: boolean): string {
  const changed = [
    erased.members > 0 && `the member (${personalFields('members').join(', ')})`,
    erased.users > 0 && `the account (${personalFields('users').join(', ')})`,
    erased.booking_seats > 0 && `the names of ${counted(erased.booking_seats, 'seat')} in the member's bookings`,
    storedResponses > 0 && `${counted(storedResponses, 'stored response')} of created projects`,
  ].filter((part) => part !== false);
  if (changed.length === 0) return `The member ${number} (${id}) has already been erased.\n`;
  const { bookings, subscriptions, projects } = kept;
  return [
    `${dryRun ? 'Would erase' : 'Erased'} the data of the member ${number} (${id}): ${changed.join('; ')}.`,
    `${dryRun ? 'Would keep' : 'Kept'}: the number, ${counted(bookings, 'booking')}, ${counted(subscriptions, 'subscription')} and ${counted(projects, 'project')}.`,
    'Not erased: exports, backups and logs; names in the texts of projects, in seats of ' +
      "other members' bookings and in the names of access tokens. Mirrors receive the erasure as a change. " +
      'Importing a file that still contains the person restores the data, so remove the person from it first.',
    '',
  ].join('\n');
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
