CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`account_id` text NOT NULL,
	`name` text NOT NULL,
	`hash` text NOT NULL,
	`last_four` text NOT NULL,
	`projects` text NOT NULL,
	`may_manage` integer NOT NULL,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer,
	`used_at` integer,
	`revoked_at` integer,
	`replaced_by` text,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash` ON `api_keys` (`hash`);--> statement-breakpoint
CREATE INDEX `api_keys_account` ON `api_keys` (`account_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `projects` (
	`id` text PRIMARY KEY NOT NULL,
	`account` text NOT NULL,
	`title` text NOT NULL,
	`summary` text,
	`tools` integer DEFAULT 0 NOT NULL,
	`tool_names` text,
	`latest` integer NOT NULL,
	`published` integer,
	`published_at` integer,
	`visibility` text DEFAULT 'private' NOT NULL,
	`publication` integer DEFAULT 0 NOT NULL,
	`score` integer,
	`min_score` integer,
	`archived_at` integer,
	`deleted_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `projects_account` ON `projects` (`account`,`updated_at`);--> statement-breakpoint
CREATE INDEX `projects_deleted_at` ON `projects` (`deleted_at`) WHERE "projects"."deleted_at" is not null;--> statement-breakpoint
CREATE TABLE `slugs` (
	`slug` text PRIMARY KEY NOT NULL,
	`project` text NOT NULL,
	`account` text NOT NULL,
	`retired_at` integer
);
--> statement-breakpoint
CREATE INDEX `slugs_project` ON `slugs` (`project`);--> statement-breakpoint
CREATE TABLE `versions` (
	`id` text PRIMARY KEY NOT NULL,
	`project` text NOT NULL,
	`number` integer NOT NULL,
	`message` text,
	`base` integer,
	`draft` text,
	`blueprint` text NOT NULL,
	`artifact` text NOT NULL,
	`warnings` text NOT NULL,
	`fingerprint` text NOT NULL,
	`tools` integer NOT NULL,
	`score` integer,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `versions_project_number` ON `versions` (`project`,`number`);--> statement-breakpoint
ALTER TABLE `drafts` ADD `project` text;--> statement-breakpoint
ALTER TABLE `drafts` ADD `base_version` integer;--> statement-breakpoint
CREATE INDEX `drafts_project` ON `drafts` (`project`);