import { Module } from '@nestjs/common';
import { TokenLookup } from './access-token.js';

/** What app.module.ts applies to requests: the authentication middleware, and the guard of scopes. */
@Module({ providers: [TokenLookup], exports: [TokenLookup] })
export class AuthModule {}
