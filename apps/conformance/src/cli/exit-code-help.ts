/** The exit codes, as --help of every command that asks a server says them. */
export const exitCodeHelp = `
Exit codes: 0 nothing failed, 1 a rule is broken, 2 bad usage, 3 server unreachable or token refused,
4 nothing, or too little, executed, 5 stale baseline, 6 an error of the suite.`;
