/**
 * Top-level keys of Codex’s config.toml, all of which an agent may have too; besides these, any that begins with
 * `experimental_`. From its schema, openai/codex codex-rs/core/config.schema.json, read in 2026-11.
 */
export const CONFIG_KEYS: readonly string[] = [
  ...['model', 'model_provider', 'model_providers', 'model_context_window', 'model_auto_compact_token_limit'],
  ...['model_auto_compact_token_limit_scope', 'model_catalog_json', 'model_instructions_file'],
  ...['model_reasoning_effort', 'model_reasoning_summary', 'model_supports_reasoning_summaries', 'model_verbosity'],
  ...['plan_mode_reasoning_effort', 'review_model', 'oss_provider', 'personality', 'service_tier', 'compact_prompt'],
  ...['approval_policy', 'approvals_reviewer', 'auto_review', 'sandbox_mode', 'sandbox_workspace_write'],
  ...['permissions', 'default_permissions', 'shell_environment_policy', 'allow_login_shell', 'web_search'],
  ...['mcp_servers', 'mcp_oauth_callback_port', 'mcp_oauth_callback_url', 'mcp_oauth_credentials_store'],
  ...['features', 'skills', 'plugins', 'marketplaces', 'apps', 'apps_mcp_product_sku', 'agents', 'hooks', 'memories'],
  ...['instructions', 'profile', 'profiles', 'projects', 'project_doc_fallback_filenames', 'project_doc_max_bytes'],
  ...['project_root_markers', 'history', 'notify', 'notice', 'tui', 'file_opener', 'hide_agent_reasoning'],
  ...['show_raw_agent_reasoning', 'tool_output_token_limit', 'tool_suggest', 'background_terminal_max_timeout'],
  ...['include_apps_instructions', 'include_collaboration_mode_instructions', 'include_environment_context'],
  ...['include_permissions_instructions', 'chatgpt_base_url', 'openai_base_url', 'cli_auth_credentials_store'],
  ...['forced_chatgpt_workspace_id', 'forced_login_method', 'check_for_update_on_startup', 'disable_paste_burst'],
  ...['analytics', 'feedback', 'otel', 'log_dir', 'sqlite_home', 'debug', 'desktop', 'windows', 'audio', 'realtime'],
  ...['ghost_snapshot', 'suppress_unstable_features_warning', 'windows_wsl_setup_acknowledged', 'commit_attribution'],
  ...['zsh_path', 'js_repl_node_path', 'tools_view_image'],
]
