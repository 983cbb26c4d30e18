/**
 * Files that tools/walls.deep.test.ts adds to a copy of the repository: valid ones for folders that are still empty
 * (TARGETS), and one violation of each rule (PLANTS).
 */

interface Plant {
  rule: string;
  file: string;
  /** Appended if the file exists. */
  text: string;
}

/** An import of values. */
const use = (...paths: string[]) =>
  `${paths.map((path, index) => `import * as x${index} from '${path}';`).join('\n')}\nexport const x = [${paths.map((_, index) => `x${index}`).join(', ')}];\n`;

/** An import of types only. */
const useType = (...paths: string[]) =>
  paths
    .map(
      (path, index) => `import type { X as X${index} } from '${path}';\nexport type Y${index} = X${index};\n`,
    )
    .join('');

const EMPTY = 'export const x = 1;\nexport type X = number;\n';

export const TARGETS: Readonly<Record<string, string>> = {
  'engine/planted/inner.ts': EMPTY,
  'engine/planted/circle.ts': "export * from '../a-circle.ts';\n",
  'engine/verify/planted-audit.ts': use('#engine/problem.ts', '#engine/limits.ts', 'saxes'),
  'engine/platforms/wix/audit/planted-limits.ts': use('../limits.ts'),
  'engine/planted/reader.ts': use('saxes', 'htmlparser2', '@noble/hashes/legacy.js'),
  'contract/planted.contract.ts': use('zod', './errors.ts'),
  'server/db/open.ts': use('#contract/errors.ts', '../app-error.ts'),
  'server/gateways/mail.ts':
    use('#contract/errors.ts', '../app-error.ts') + EMPTY.replace('const x', 'const y'),
  'server/jobs/queue.ts': use('#contract/errors.ts', '../db/open.ts'),
  'pump/planted.ts': use('#engine', 'node:fs') + EMPTY.replace('const x', 'const y'),
  'cli/planted-pump.ts': use('#pump/planted.ts'),
  'server/jobs/engine-planted.ts': use('#engine', '#pump/planted.ts'),
  'server/jobs/engine-pool.ts': use('#contract/errors.ts') + EMPTY.replace('const x', 'const y'),
  'server/features/planted/planted.store.ts': use('#contract/errors.ts', '#server/db/open.ts'),
  'server/features/planted/planted.rules.ts': use('#contract/errors.ts'),
  'server/features/planted/planted.service.ts':
    use(
      '#contract/errors.ts',
      '#server/db/open.ts',
      './planted.store.ts',
      './planted.rules.ts',
      '../other/other.service.ts',
      '../../app-error.ts',
    ) + useType('#server/gateways/mail.ts', '#server/jobs/queue.ts'),
  'server/features/planted/planted.routes.ts':
    use('#contract/errors.ts', '#server/http/bind.ts', './planted.service.ts') +
    useType('#server/gateways/mail.ts'),
  'server/features/planted/planted.jobs.ts':
    use('#contract/errors.ts', '#server/jobs/queue.ts', './planted.service.ts') +
    useType('#server/gateways/mail.ts'),
  'server/features/planted/planted.test.ts': use('#testkit/planted.ts', './planted.store.ts', 'fast-check'),
  'server/features/other/other.service.ts': EMPTY,
  'server/features/other/other.store.ts': use('#server/db/open.ts'),
  'web/ui/planted-button.tsx': use('react', '@mantine/core'),
  'web/kit/planted-list.tsx': use('react', '#web/ui/planted-button.tsx', '#web/client/planted-call.ts'),
  'web/client/planted-call.ts': use('#contract/errors.ts'),
  'web/features/planted/planted-page.tsx': use(
    'react',
    '#contract/errors.ts',
    '#web/ui/planted-button.tsx',
    '../../client/planted-call.ts',
    './planted-part.tsx',
  ),
  'web/features/planted/planted-part.tsx': use('react'),
  'web/features/other/other-part.tsx': use('react'),
  'web/app/planted-routes.tsx': use('../features/planted/planted-page.tsx', '../ui/planted-button.tsx'),
  'testkit/planted.ts': use('#server/wire.ts', 'vitest'),
  'sim/planted.ts': use('node:http'),
};

export const PLANTS: readonly Plant[] = [
  { rule: 'contract-knows-itself-only', file: 'contract/x-engine.ts', text: use('#engine/problem.ts') },
  { rule: 'engine-knows-itself-only', file: 'engine/x-contract.ts', text: useType('#contract/envelope.ts') },
  { rule: 'geotag-room', file: 'geotag/x-render.ts', text: useType('#engine/render/project.ts') },
  {
    rule: 'audit-shares-no-code',
    file: 'engine/platforms/wix/audit/x-shared.ts',
    text: use('../../../planted/inner.ts'),
  },
  { rule: 'engine-verify-floor', file: 'engine/verify/x-text.ts', text: use('../text/cut-text.ts') },
  {
    rule: 'engine-quality-floor',
    file: 'engine/quality/x-render.ts',
    text: useType('../render/plan.ts'),
  },
  { rule: 'engine-text-floor', file: 'engine/text/x-sheet.ts', text: useType('../sheet/table.ts') },
  { rule: 'engine-places-floor', file: 'engine/places/x-sheet.ts', text: useType('../sheet/table.ts') },
  { rule: 'engine-sheet-floor', file: 'engine/sheet/x-language.ts', text: useType('../language/value.ts') },
  {
    rule: 'engine-language-floor',
    file: 'engine/language/x-encoding.ts',
    text: useType('../encoding/piece.ts'),
  },
  {
    rule: 'engine-encoding-floor',
    file: 'engine/encoding/x-render.ts',
    text: useType('../render/project.ts'),
  },
  {
    rule: 'engine-render-floor',
    file: 'engine/render/x-platforms.ts',
    text: useType('../platforms/platform.ts'),
  },
  {
    rule: 'engine-platforms-floor',
    file: 'engine/platforms/x-inspect.ts',
    text: useType('../inspect/inspection.ts'),
  },
  {
    rule: 'platforms-know-no-other',
    file: 'engine/platforms/wix/audit/x-limits.ts',
    text: use('../../drupal/limits.ts'),
  },
  {
    rule: 'platforms-know-no-other',
    file: 'engine/platforms/drupal/x-wordpress.ts',
    text: use('../wordpress/slugs.ts'),
  },
  { rule: 'engine-has-named-entries', file: 'cli/x-door.ts', text: useType('#engine/problem.ts') },
  {
    rule: 'workbooks-load-on-demand',
    file: 'engine/x-workbook.ts',
    text: use('./sheet/workbook/read-workbook.ts'),
  },
  { rule: 'pump-knows-the-engine', file: 'pump/x-door.ts', text: use('#engine/planted/inner.ts') },
  { rule: 'pump-knows-the-engine', file: 'pump/x-contract.ts', text: use('#contract/errors.ts') },
  { rule: 'pump-knows-the-engine', file: 'pump/x-cli.ts', text: use('../cli/planted-pump.ts') },
  { rule: 'db-room', file: 'server/db/x-http.ts', text: use('../http/limits.ts') },
  { rule: 'gateways-room', file: 'server/gateways/x-db.ts', text: use('../db/open.ts') },
  { rule: 'jobs-room', file: 'server/jobs/x-gateway.ts', text: use('../gateways/mail.ts') },
  { rule: 'only-the-pool-runs-the-engine', file: 'server/jobs/x-engine.ts', text: use('#engine/problem.ts') },
  { rule: 'telemetry-room', file: 'server/telemetry/x-db.ts', text: use('#server/db/open.ts') },
  {
    rule: 'http-room',
    file: 'server/http/x-feature.ts',
    text: use('#server/features/other/other.service.ts'),
  },
  { rule: 'settings-know-the-contract', file: 'server/config.ts', text: "import './http/limits.ts';\n" },
  {
    rule: 'context-names-types',
    file: 'server/context.ts',
    text: "import type {} from './http/limits.ts';\n",
  },
  { rule: 'context-takes-types', file: 'server/context.ts', text: "import './gateways/mail.ts';\n" },
  { rule: 'app-error-knows-the-contract', file: 'server/app-error.ts', text: "import './http/limits.ts';\n" },
  { rule: 'store-knows-db', file: 'server/features/x/x.store.ts', text: use('#server/gateways/mail.ts') },
  {
    rule: 'service-room',
    file: 'server/features/x/x-other.service.ts',
    text: use('../other/other.store.ts'),
  },
  { rule: 'service-room', file: 'server/features/x/x-http.service.ts', text: use('#server/http/bind.ts') },
  {
    rule: 'service-takes-types',
    file: 'server/features/x/x.service.ts',
    text: use('#server/gateways/mail.ts'),
  },
  { rule: 'routes-room', file: 'server/features/x/x.routes.ts', text: use('../other/other.store.ts') },
  { rule: 'routes-room', file: 'server/features/x/x-own.routes.ts', text: use('./x.store.ts') },
  {
    rule: 'routes-room',
    file: 'server/features/x/x-foreign.routes.ts',
    text: use('../other/other.service.ts'),
  },
  { rule: 'feature-jobs-room', file: 'server/features/x/x.jobs.ts', text: use('#server/http/bind.ts') },
  {
    rule: 'routes-and-jobs-take-types',
    file: 'server/features/x/x-mail.routes.ts',
    text: use('#server/gateways/mail.ts'),
  },
  { rule: 'rules-are-pure', file: 'server/features/x/x.rules.ts', text: use('#server/db/open.ts') },
  {
    rule: 'feature-files-have-roles',
    file: 'server/features/x/x-words.ts',
    text: use('#contract/errors.ts'),
  },
  { rule: 'wire-builds-the-server', file: 'server/main.ts', text: "import '#engine/problem.ts';\n" },
  { rule: 'wire-is-top-level', file: 'server/http/x-wire.ts', text: use('../wire.ts') },
  { rule: 'only-wiring-reads-settings', file: 'server/http/x-config.ts', text: useType('../config.ts') },
  { rule: 'command-line-room', file: 'cli/x-http.ts', text: use('#server/http/limits.ts') },
  { rule: 'web-ui-makes-no-calls', file: 'web/ui/x-client.ts', text: use('../client/planted-call.ts') },
  { rule: 'web-kit-room', file: 'web/kit/x-page.tsx', text: use('../features/planted/planted-page.tsx') },
  { rule: 'web-client-room', file: 'web/client/x-ui.ts', text: use('../ui/planted-button.tsx') },
  { rule: 'web-feature-room', file: 'web/features/x/x-page.tsx', text: use('../other/other-part.tsx') },
  { rule: 'web-feature-room', file: 'web/features/x/x-server.ts', text: useType('#server/config.ts') },
  { rule: 'web-app-room', file: 'web/app/x-server.ts', text: useType('#server/config.ts') },
  { rule: 'web-client-room', file: 'web/client/x-engine.ts', text: useType('#engine') },
  { rule: 'web-feature-room', file: 'web/features/x/x-engine.ts', text: useType('#engine') },
  { rule: 'product-imports-no-test-code', file: 'server/http/x-kit.ts', text: use('#testkit/planted.ts') },
  { rule: 'product-imports-no-test-code', file: 'web/client/x-sim.ts', text: use('../../sim/planted.ts') },
  {
    rule: 'nothing-imports-tests',
    file: 'bench/x-test.ts',
    text: use('../server/features/planted/planted.test.ts'),
  },
  { rule: 'acceptance-uses-no-engine', file: 'deep/wordpress/x.ts', text: use('#engine/problem.ts') },
  { rule: 'contract-packages', file: 'contract/x-fastify.ts', text: useType('fastify') },
  { rule: 'engine-packages', file: 'engine/x-zod.ts', text: use('zod') },
  { rule: 'server-packages', file: 'server/x-static.ts', text: use('@fastify/static') },
  { rule: 'server-names-fastify-as-type', file: 'server/x-fastify.ts', text: use('fastify') },
  { rule: 'http-packages', file: 'server/http/x-commander.ts', text: use('commander') },
  { rule: 'db-packages', file: 'server/features/x/x-web.store.ts', text: use('fastify') },
  { rule: 'telemetry-packages', file: 'server/telemetry/x-fastify.ts', text: use('fastify') },
  { rule: 'gateway-packages', file: 'server/gateways/x-fastify.ts', text: use('fastify') },
  { rule: 'jobs-packages', file: 'server/jobs/x-fastify.ts', text: use('fastify') },
  { rule: 'feature-packages', file: 'server/features/x/x-fastify.service.ts', text: useType('fastify') },
  { rule: 'only-the-pool-runs-the-engine', file: 'server/jobs/x-pump.ts', text: use('#pump/planted.ts') },
  { rule: 'pump-packages', file: 'pump/x-zod.ts', text: use('zod') },
  { rule: 'cli-packages', file: 'cli/x-react.ts', text: use('react') },
  { rule: 'web-packages', file: 'web/ui/x-pg.ts', text: use('pg') },
  { rule: 'web-client-packages', file: 'web/client/x-fastify.ts', text: useType('fastify') },
  { rule: 'no-node-in-pure-rooms', file: 'engine/x-node.ts', text: use('node:fs') },
  { rule: 'no-node-in-pure-rooms', file: 'contract/x-node.ts', text: useType('node:fs') },
  { rule: 'no-node-in-pure-rooms', file: 'web/client/x-node.ts', text: use('fs') },
  { rule: 'server-needs-no-dev-packages', file: 'server/http/x-dev.ts', text: use('fast-check') },
  { rule: 'no-cycles', file: 'engine/a-circle.ts', text: "export * from './planted/circle.ts';\n" },
  { rule: 'no-unresolved', file: 'engine/x-nowhere.ts', text: use('./no-such-file.ts') },
];
