import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { takeOriginForm } from './request-target.js';

function taken(target: string): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.url = target;
  request.headers.host = 'header.example';
  takeOriginForm(request);
  return request;
}

describe('the target of a request', () => {
  it.each([
    ['/api/v1/users?limit=2', '/api/v1/users?limit=2'],
    ['/', '/'],
    ['*', '*'],
    ['//evil.example/x', '//evil.example/x'],
    ['/a%2Fb?x=%zz', '/a%2Fb?x=%zz'],
    ['/api/v1/users#top', '/api/v1/users%23top'],
    ['/api/v1/users?limit=2#top', '/api/v1/users?limit=2%23top'],
    ['/api/v1/users\u00a0', '/api/v1/users%A0'],
    ['/next?url=http://a.example/', '/next?url=http://a.example/'],
  ])('%s is read as %s (HTTP-7)', (target, expected) => {
    const request = taken(target);
    expect(request.url).toBe(expected);
    expect(request.headers.host).toBe('header.example');
  });

  it.each([
    ['http://other.example/api/v1/users?limit=2', '/api/v1/users?limit=2', 'other.example'],
    ['HTTP://other.example:81', '/', 'other.example:81'],
    ['http://other.example?limit=2', '/?limit=2', 'other.example'],
    ['http://[::1/api/v1/users', '/api/v1/users', '[::1'],
    ['ftp://', '/', ''],
  ])('%s is read as %s of %s (RFC 9112)', (target, expected, host) => {
    const request = taken(target);
    expect(request.url).toBe(expected);
    expect(request.headers.host).toBe(host);
  });
});
