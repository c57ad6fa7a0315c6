import { Module } from '@nestjs/common';
import { TokenLookup } from './access-token.js';
import { JwtVerifier } from './jwt-verifier.js';

/** What app.module.ts applies to requests: the authentication middleware, and the guard of scopes. */
@Module({ providers: [TokenLookup, JwtVerifier], exports: [TokenLookup, JwtVerifier] })
export class AuthModule {}
