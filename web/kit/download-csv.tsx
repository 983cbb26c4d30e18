/** Button that downloads an endpoint's file. */
import type { Endpoint } from '#contract/endpoint.ts';
import { ExportButton } from './export-button.tsx';
import { type Download, useDownload } from './use-download.ts';

export function DownloadCsv<E extends Endpoint & { replyType: 'file' }>(props: Download<E>) {
  const exporting = useDownload(props, 'Couldn’t export the report.');
  return <ExportButton exporting={exporting} isDisabled={false} />;
}
