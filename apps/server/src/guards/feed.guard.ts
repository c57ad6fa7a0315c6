import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { Authentication } from '../auth/authentication.js';
import { requiresFeedToken } from './scope.guard.js';
import { getContext, getRequest } from '../http/request-context.js';

/**
 * Opens the feed of a request by the token in its URL, as calendars cannot send headers. Other credentials are
 * ignored.
 */
@Injectable()
export class FeedGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authentication: Authentication,
  ) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    if (!requiresFeedToken(this.reflector, context)) return true;
    return this.open(getRequest(context), context.switchToHttp().getResponse<Response>());
  }

  private async open(request: Request, response: Response): Promise<true> {
    const { collection = '', id = '' } = request.params;
    const place = { collection: String(collection), id: String(id) };
    const { feed } = await this.authentication.openFeed(tokenIn(request.originalUrl), place, request, response);
    getContext(request).feed = feed;
    return true;
  }
}

/** The token in the query; null if there is none, or more than one, of which a proxy may have checked another. */
function tokenIn(url: string): string | null {
  const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
  const tokens = new URLSearchParams(query).getAll('token');
  return tokens.length === 0 ? null : tokens.length === 1 ? (tokens[0] ?? '') : '';
}
