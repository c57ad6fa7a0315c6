import { latinSlug } from '@resource-catalogue/contracts';
import { itemAt, type Random } from './random.js';
import latin from './words/latin-origins.json' with { type: 'json' };
import other from './words/other-origins.json' with { type: 'json' };
import rarePeople from './words/rare-people.json' with { type: 'json' };

/** A name, with a Latin form for the e-mail address if it is in another script. */
type PersonName = string | { readonly name: string; readonly latin: string };

/** Names, addresses and cities of people from one region. */
export interface Origin {
  readonly locale: string;
  readonly country: string;
  /** The first digits of phone numbers that are not assigned. */
  readonly dialing: string;
  readonly cities: readonly { readonly code: string; readonly city: string }[];
  readonly streets: readonly string[];
  readonly first: readonly PersonName[];
  readonly last: readonly PersonName[];
}

export const latinOrigins: readonly Origin[] = latin;
/** Origins of people whose names are not in the Latin script. */
export const otherOrigins: readonly Origin[] = other;

export interface Person {
  readonly first: string;
  readonly last: string;
  readonly email: string;
  readonly origin: Origin;
}

const hosts = ['example.org', 'example.com', 'example.net', 'post.example'];

/** Invents people. Their e-mail addresses differ even when case is ignored (the rule of User.email). */
export class People {
  private readonly taken = new Set<string>();

  /** A random person; about half of all people live near the first workshop. */
  anyone(random: Random): Person {
    const origin = random.chance(0.4) ? itemAt(latinOrigins, 0) : this.originOf(random);
    const [first, last] = [random.pick(origin.first), random.pick(origin.last)];
    const latin = `${toLatin(first)}.${toLatin(last)}`;
    return { first: fullName(first), last: fullName(last), email: this.emailOf(latin, random), origin };
  }

  /**
   * A person with a rare name at the edges of the limits: quotes, marks, lengths, orders (SORT-1); null when all are
   * used.
   */
  rare(index: number, random: Random): Person | null {
    const rare = rarePeople[index];
    if (!rare) return null;
    const { first, last, latin } = rare;
    return { first, last, email: this.emailOf(latin, random), origin: this.originOf(random) };
  }

  private originOf(random: Random): Origin {
    return random.pick(random.chance(0.6) ? latinOrigins : otherOrigins);
  }

  private emailOf(latin: string, random: Random): string {
    const host = random.pick(hosts);
    // Keeps capitals as people type them; filters compare them exactly (FILT-9).
    const written = random.chance(0.05) ? latin.replaceAll(/(^|\.)[a-z]/g, (letter) => letter.toUpperCase()) : latin;
    for (let number = 1; ; number++) {
      const email = `${written}${number === 1 ? '' : number}@${host}`;
      if (this.taken.has(email.toLowerCase())) continue;
      this.taken.add(email.toLowerCase());
      return email;
    }
  }
}

export const fullName = (name: PersonName): string => (typeof name === 'string' ? name : name.name);

const toLatin = (name: PersonName): string => latinSlug(typeof name === 'string' ? name : name.latin);
