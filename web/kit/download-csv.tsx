/** The button that downloads what an endpoint sends as a file. */
import type { Endpoint } from '#contract/endpoint.ts';
import { ExportButton } from './export-button.tsx';
import { type Download, useDownload } from './use-download.ts';

export function DownloadCsv<E extends Endpoint & { answers: 'file' }>(props: Download<E>) {
  const exporting = useDownload(props, 'The report could not be exported.');
  return <ExportButton exporting={exporting} isDisabled={false} />;
}
