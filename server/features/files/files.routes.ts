/** Binds the file endpoints to their service. */
import { filesContract } from '#contract/files.contract.ts';
import { createRoutes, type Routes } from '#server/http/bind.ts';
import type { DownloadsService } from './downloads.service.ts';

export function filesRoutes(downloads: DownloadsService): Routes {
  return createRoutes(filesContract, {
    download: (input) => downloads.download(input),
    published: ({ params }) => downloads.openPublished(params.id),
  });
}
