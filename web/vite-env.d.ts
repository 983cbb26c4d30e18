/** What a build was told. */
interface ImportMetaEnv {
  readonly VITE_API_BASE?: string;
}
