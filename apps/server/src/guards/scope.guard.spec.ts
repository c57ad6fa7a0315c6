import { Controller, Get } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { type Scope, scopes } from '@resource-catalogue/contracts';
import { asObject } from '@resource-catalogue/testing/json';
import { pino } from 'pino';
import { FailureLog } from '../observability/failure-log.js';
import { RequiresNoScope, RequiresScope, ScopeGuard } from './scope.guard.js';

@Controller()
class WithoutDeclaration {
  @Get()
  read(): string {
    return 'read';
  }

  @Get('page')
  @RequiresNoScope()
  page(): string {
    return 'page';
  }
}

@Controller()
@RequiresScope('spaces:read')
class WithDeclaration {
  @Get()
  read(): string {
    return 'read';
  }

  @Get('write')
  @RequiresScope('projects:write')
  write(): string {
    return 'write';
  }
}

describe('AUTH-3: the scope guard', () => {
  const lines: string[] = [];
  const guard = new ScopeGuard(new Reflector(), new FailureLog(pino({}, { write: (line) => lines.push(line) })));
  beforeEach(() => void (lines.length = 0));

  const check = (controller: new () => object, handler: () => string, held: readonly Scope[]) => {
    const request = { context: { requestId: 'r1', principal: { scopes: held } } };
    return () => guard.canActivate(new ExecutionContextHost([request], controller, handler));
  };

  it('rejects an operation that declares no scope, even to a token with all scopes, and logs its name', () => {
    const { read } = WithoutDeclaration.prototype;
    expect(check(WithoutDeclaration, read, scopes)).toThrow(
      expect.objectContaining({
        code: 'insufficient_scope',
        headers: { 'WWW-Authenticate': 'Bearer realm="catalogue", error="insufficient_scope"' },
      }),
    );
    expect(lines.map((line) => asObject(JSON.parse(line)))).toMatchObject([
      {
        requestId: 'r1',
        err: {
          message: 'WithoutDeclaration.read declares no scope: add @RequiresScope(…) or @RequiresNoScope().',
        },
      },
    ]);
  });

  it('allows a page that declares that it needs none', () => {
    expect(check(WithoutDeclaration, WithoutDeclaration.prototype.page, [])()).toBe(true);
  });

  it.each<[held: Scope, read: boolean, write: boolean]>([
    ['spaces:read', true, false],
    ['read', true, false],
    ['projects:write', false, true],
    ['users:read', false, false],
  ])('takes the declaration of the method before that of its controller: %s', (held, read, write) => {
    const { prototype } = WithDeclaration;
    const expectAllowed = (handler: () => string, allowed: boolean) => {
      const checked = expect(check(WithDeclaration, handler, [held]));
      if (allowed) checked.not.toThrow();
      else checked.toThrow('This operation needs a token with the scope');
    };
    expectAllowed(prototype.read, read);
    expectAllowed(prototype.write, write);
    expect(lines).toEqual([]);
  });
});
