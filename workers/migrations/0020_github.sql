CREATE TABLE `github_connections` (
	`uid` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`github_id` integer NOT NULL,
	`login` text NOT NULL,
	`name` text,
	`avatar_url` text,
	`tokens` text NOT NULL,
	`expires_at` integer,
	`scopes` text DEFAULT '' NOT NULL,
	`revoked_at` integer,
	`connected_at` integer NOT NULL,
	FOREIGN KEY (`uid`) REFERENCES `users`(`uid`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `github_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`event` text NOT NULL,
	`received_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `github_deliveries_received_at` ON `github_deliveries` (`received_at`);--> statement-breakpoint
CREATE TABLE `github_links` (
	`project` text PRIMARY KEY NOT NULL,
	`repository_id` integer NOT NULL,
	`owner` text NOT NULL,
	`name` text NOT NULL,
	`branch` text NOT NULL,
	`is_private` integer NOT NULL,
	`linked_by` text NOT NULL,
	`publishes_on_merge` integer DEFAULT false NOT NULL,
	`state` text DEFAULT 'ok' NOT NULL,
	`head_sha` text,
	`pushed_version` integer,
	`pushed_sha` text,
	`ci` text,
	`hook_id` integer,
	`linked_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `github_links_repository` ON `github_links` (`repository_id`);--> statement-breakpoint
CREATE TABLE `github_pushes` (
	`id` text PRIMARY KEY NOT NULL,
	`project` text NOT NULL,
	`version` integer NOT NULL,
	`repository_id` integer NOT NULL,
	`branch` text NOT NULL,
	`base_sha` text,
	`commit_sha` text,
	`pull` integer,
	`state` text NOT NULL,
	`failure` text,
	`ci` text,
	`created_by` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `github_pushes_project` ON `github_pushes` (`project`,`created_at`);--> statement-breakpoint
CREATE INDEX `github_pushes_commit` ON `github_pushes` (`commit_sha`);--> statement-breakpoint
CREATE UNIQUE INDEX `github_pushes_pull` ON `github_pushes` (`repository_id`,`pull`);--> statement-breakpoint
CREATE TABLE `github_sign_ins` (
	`state_hash` text PRIMARY KEY NOT NULL,
	`uid` text NOT NULL,
	`session_hash` text NOT NULL,
	`verifier` text NOT NULL,
	`return_to` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `github_sign_ins_created_at` ON `github_sign_ins` (`created_at`);