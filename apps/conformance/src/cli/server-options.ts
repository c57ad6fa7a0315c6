import type { Command } from 'commander';

/** The options of every command that runs checks. */
export function withServerOptions(command: Command): Command {
  return command
    .option('--token <token>', 'an access token with the scopes read and projects:write; or CONFORMANCE_TOKEN')
    .option('--second-token <token>', 'another token, as able as the first')
    .option('--limited-token <token>', 'a token with the scope bookings:read')
    .option('--revoked-token <token>', 'a token that is revoked')
    .option('--expired-token <token>', 'a token that has expired')
    .option('--quota-token <token>', 'a token with a small quota, such as 5 requests in 3 s')
    .option('--allow-writes', 'create and change projects; without it nothing is written')
    .option('--allow-burst', 'send refused tokens until the server limits this address')
    .option('--require-conclusive', 'a check that is inconclusive counts as failed')
    .option('--min-executed <number>', 'fewer executed checks than this are no pass', '1')
    .option('--report <reports...>', 'write html=FILE, junit=FILE, json=FILE or markdown=FILE')
    .option('--max-items <number>', 'rows of a collection that are read at most', '10000')
    .option('--max-requests <number>', 'requests that are sent at most')
    .option('--concurrency <number>', 'requests at a time', '6')
    .option('--rate <number>', 'requests in a second at most')
    .option('--timeout <milliseconds>', 'how long an answer may take', '10000')
    .option('--baseline <file>', 'a JSON file with failures that are known')
    .option('--no-color', 'no colours; so does NO_COLOR');
}
