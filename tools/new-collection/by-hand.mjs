/** What only a person can say: the text to print after the files are written. */
export function byHand({ plural, words, plurals, singulars }) {
  return `Left to do, in this order:

1. prisma/schema: the table, in the file of its domain.

   model ${singulars.pascal} {
     id         String   @id @db.Uuid
     name       String
     updated_at DateTime @default(now()) @db.Timestamptz(3)
     created_at DateTime @default(now()) @db.Timestamptz(3)

     @@index([created_at, id])
     @@index([updated_at, id])
     @@index([name, id])
     @@map("${plural}")
   }

2. prisma/migrations/<UTC time as yyyymmddhhmmss>_${plural}/migration.sql: what 'node tools/prisma/author.mjs'
   prints, and what Prisma's schema cannot say:

   ALTER TABLE "${plural}"
       ALTER COLUMN "name" TYPE TEXT COLLATE "C",
       ADD CONSTRAINT "${plural}_timestamps_check" CHECK (updated_at >= created_at),
       ADD CONSTRAINT "${plural}_name_check" CHECK (char_length(name) BETWEEN 1 AND 200);

3. docs/interface.md: a row at the end of the first table, and a section before "Writing projects".

   | [${plural}](#${plural}) | yes | yes | | \`${singulars.pascal}\` |

   ### ${plural}

   Schema: \`${singulars.pascal}\`. The collection has no filters of its own.

   | Key | Type | Null | Meaning and limits |
   | --- | --- | --- | --- |
   | \`id\` | uuid | no | |
   | \`name\` | string | no | |
   | [Timestamps](#timestamps) | block | | \`updated_at\`, \`created_at\` |

   Sorts: \`name\`. Default sort: \`-created_at\`.

4. Say what ${words} really are: keys, filters and sorts in the contract, where they come from in the definition,
   sentences in the controller, rows in the seed, and in the spec what holds of this collection alone. If others
   refer to it, name its id in ReferenceIds of libs/client/src/values/ids.ts.

Then: npm run format, npm run openapi -w @resource-catalogue/server, npm run api -w @resource-catalogue/client,
npm test. The architecture test names every step that is missing. The new spec alone:
npx nx test @resource-catalogue/server -- ${plurals.kebab}
`;
}
