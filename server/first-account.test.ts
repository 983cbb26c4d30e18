/** The first account by the settings, as the program makes it at its first start. */
import { expect, it } from 'vitest';
import { makeFolder } from '#testkit/folder.ts';
import { startServerProcess } from '#testkit/server-process.ts';

it('is refused with a word on the setting when others would guess its password (A2)', async () => {
  const environment = { GEOLOOM_ADMIN_EMAIL: 'ada@example.com', GEOLOOM_ADMIN_PASSWORD: 'Password123' };
  const starting = startServerProcess({ dataFolder: makeFolder(), environment });
  const error = await starting.then(
    async (server) => {
      await server.end('SIGKILL');
      return 'it started';
    },
    (reason: unknown) => String(reason),
  );
  expect(error).toContain('The configuration cannot be used:');
  expect(error).toContain('GEOLOOM_ADMIN_PASSWORD=… Password is among the most common ones. Choose another.');
  expect(error).not.toContain('Password123');
});
