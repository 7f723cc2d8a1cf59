CREATE TABLE `showcase_changes` (
	`id` integer PRIMARY KEY NOT NULL,
	`number` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `showcase_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`is_listed` integer NOT NULL,
	`title` text NOT NULL,
	`summary` text NOT NULL,
	`author` text,
	`tags` text NOT NULL,
	`tools` integer NOT NULL,
	`tool_names` text NOT NULL,
	`words` text NOT NULL,
	`artifact` text NOT NULL,
	`score` integer,
	`verdict` text,
	`remixes` integer DEFAULT 0 NOT NULL,
	`published_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	`ends_at` integer,
	`version` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `showcase_entries_newest` ON `showcase_entries` (`is_listed`,`published_at`,`id`);--> statement-breakpoint
CREATE INDEX `showcase_entries_remixed` ON `showcase_entries` (`is_listed`,`remixes`,`id`);--> statement-breakpoint
CREATE INDEX `showcase_entries_score` ON `showcase_entries` (`is_listed`,`score`,`id`);--> statement-breakpoint
CREATE TABLE `showcase_remixes` (
	`entry` text NOT NULL,
	`remixer` text NOT NULL,
	PRIMARY KEY(`entry`, `remixer`)
);
--> statement-breakpoint
CREATE TABLE `chat_reports` (
	`id` text PRIMARY KEY NOT NULL,
	`chat` text NOT NULL,
	`reason` text NOT NULL,
	`note` text NOT NULL,
	`reporter` text NOT NULL,
	`created_at` integer NOT NULL,
	`closed_at` integer
);
--> statement-breakpoint
CREATE INDEX `chat_reports_reporter` ON `chat_reports` (`reporter`,`created_at`);--> statement-breakpoint
CREATE INDEX `chat_reports_open` ON `chat_reports` (`closed_at`,`created_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `chat_reports_once` ON `chat_reports` (`chat`,`reporter`);--> statement-breakpoint
ALTER TABLE `drafts` ADD `hidden_at` integer;--> statement-breakpoint
ALTER TABLE `drafts` ADD `hidden_for` text;