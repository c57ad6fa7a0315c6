import { Module } from '@nestjs/common';
import { TokenLookup } from '@resource-catalogue/tokens';
import { JwtVerifier } from './jwt-verifier.js';
import { TokenUse } from './token-use.js';

/** What app.module.ts applies to requests: the authentication middleware, and the guard of scopes. */
@Module({ providers: [TokenLookup, JwtVerifier, TokenUse], exports: [TokenLookup, JwtVerifier] })
export class AuthModule {}
