ALTER TABLE `drafts` ADD `server_name` text;--> statement-breakpoint
ALTER TABLE `drafts` ADD `summary` text;--> statement-breakpoint
ALTER TABLE `drafts` ADD `tool_names` text;--> statement-breakpoint
ALTER TABLE `drafts` ADD `score` integer;--> statement-breakpoint
ALTER TABLE `drafts` ADD `scored_artifact` text;