import type { WithDatabase } from '@resource-catalogue/database';
import { CommandError } from '@resource-catalogue/program';
import { Command } from 'commander';
import { type Erasure, forgetMember, personalFields } from './forget-member.js';

export function forgetCommand(withDatabase: WithDatabase): Command {
  return new Command('forget')
    .description('erase the personal data of a member and of the account, for ever; bookings remain')
    .argument('<member>', 'id or number of the member')
    .option('--dry-run', 'change nothing, and list what would be erased')
    .option('--yes', 'confirm that the data is to be erased')
    .action(async (member: string, { dryRun = false, yes = false }: { dryRun?: boolean; yes?: boolean }) => {
      if (!dryRun && !yes) {
        throw new CommandError(
          'Nothing was erased, because erased data cannot be restored: confirm with --yes, or see with --dry-run what would be erased.',
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
  if (changed.length === 0) return `The member ${number} (${id}) was erased before: nothing is left to erase.\n`;
  const { bookings, subscriptions, projects } = kept;
  return [
    `${dryRun ? 'Would erase' : 'Erased'} of the member ${number} (${id}): ${changed.join('; ')}.`,
    `${dryRun ? 'Would keep' : 'Kept'}: the number, ${counted(bookings, 'booking')}, ${counted(subscriptions, 'subscription')} and ${counted(projects, 'project')}.`,
    'Not reached: mirrors, which learn of it as a change; exports, backups and logs; names in texts of projects, in seats of ' +
      "other members' bookings and of access tokens. An import of a file that still contains the person restores the data: " +
      'remove the person there first.',
    '',
  ].join('\n');
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
